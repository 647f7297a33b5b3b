-- A database as version 0.1.0 left it, for SQLite and PostgreSQL.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    revision BIGINT NOT NULL,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    seed TEXT,
    time_control TEXT NOT NULL,
    first_player TEXT NOT NULL,
    first_name TEXT,
    second_player TEXT NOT NULL,
    second_name TEXT,
    status TEXT NOT NULL,
    outcome TEXT,
    reason TEXT,
    ply BIGINT NOT NULL,
    position TEXT NOT NULL,
    first_left BIGINT,
    second_left BIGINT,
    clock_since BIGINT,
    deadline BIGINT,
    computer_to_move BIGINT NOT NULL,
    draw_offer TEXT,
    take_back_offer TEXT,
    rematch_offer TEXT,
    previous_game TEXT,
    next_game TEXT,
    listed BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX games_by_update ON games (listed, updated);
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_of_computer ON games (computer_to_move) WHERE computer_to_move = 1;

-- Moves are only ever added. A move that is taken back keeps its row, marked with the
-- revision that took it back; among the others each number occurs once.
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    move_text TEXT NOT NULL,
    made BIGINT NOT NULL,
    clock BIGINT,
    taken_back BIGINT,
    PRIMARY KEY (game, revision, ply)
);

CREATE UNIQUE INDEX moves_by_ply ON moves (game, ply) WHERE taken_back IS NULL;

-- Hashes of what opens a seat.
CREATE TABLE seat_keys (
    game TEXT NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, side, hash)
);

CREATE INDEX seat_keys_by_hash ON seat_keys (hash);

INSERT INTO meta VALUES('schema','1');
INSERT INTO meta VALUES('alive','1794787364601');
INSERT INTO meta VALUES('secret','HrIMEvpM6Xr6mXzFUP63Nz4kFC3aC9D74SvRbmVcFPRoNVmi');
INSERT INTO games VALUES('m1USYX0E0N',9,'nava','x4,bbbbbb/x5/x5/x5/wwwwww,x4 w',NULL,'300+5','person','Anna','person','Ben','playing',NULL,NULL,2,'x4,bbb/x5/ww,x4/x4,bbb/wwww,x4 w',299899,300000,1794787360753,1794787660652,0,'first',NULL,NULL,NULL,NULL,1,1794787359777,1794787360808);
INSERT INTO games VALUES('HlmqxA8uVL',1,'mitsudomoe:seed','x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w',NULL,'3d','open',NULL,'person',NULL,'waiting',NULL,NULL,0,'x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w',259200000,259200000,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,1,1794787360886,1794787360886);
INSERT INTO games VALUES('p979yF0LOz',3,'greener','b,g,g,g,b,w/g,b,w,b,w,g/b,w,g,g,g,g/b,b,b,w,w,g/g,g,g,g,g,w/g,b,w,g,g,w b','7','none','person',NULL,'computer:1',NULL,'playing',NULL,NULL,2,'b,g,g,g,b,w/g,b,w,b,w,g/b,x,g,g,g,g/b,bw,b,w,w,g/g,g,g,g,g,w/g,x,wb,g,g,w b',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,0,1794787361308,1794787362719);
INSERT INTO games VALUES('2gtCSyU2FH',3,'glaisher','x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r',NULL,'none','person',NULL,'person',NULL,'finished','second','Red resigned',0,'x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'vFEmaJ78sa',0,1794787362734,1794787363065);
INSERT INTO games VALUES('vFEmaJ78sa',1,'glaisher','x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r',NULL,'none','person',NULL,'person',NULL,'playing',NULL,NULL,0,'x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,'2gtCSyU2FH',NULL,0,1794787363065,1794787363065);
INSERT INTO games VALUES('u3Ioy3Qr5j',2,'glaisher:rulebook','x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r',NULL,'none','open',NULL,'person',NULL,'aborted',NULL,NULL,0,'x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,1,1794787363098,1794787363562);
INSERT INTO moves VALUES('m1USYX0E0N',0,3,'a1-a4',1794787360480,300000,6);
INSERT INTO moves VALUES('m1USYX0E0N',1,4,'e5-e4',1794787360540,300000,6);
INSERT INTO moves VALUES('m1USYX0E0N',0,7,'a1-a3',1794787360697,299899,NULL);
INSERT INTO moves VALUES('m1USYX0E0N',1,8,'e5-e2',1794787360753,300000,NULL);
INSERT INTO moves VALUES('p979yF0LOz',0,2,'b1-c1',1794787362668,NULL,NULL);
INSERT INTO moves VALUES('p979yF0LOz',1,3,'b4-b3',1794787362719,NULL,NULL);
INSERT INTO seat_keys VALUES('m1USYX0E0N','first','b9ac8a1b68db0f5e3d8be79cf3ca6386e8074460d60db765e2055dc0e1565dc3');
INSERT INTO seat_keys VALUES('m1USYX0E0N','first','8916983a79a2e5cdc0b5fe0546d9d9ae572e5eb1e5caff399bd134cf77d21a01');
INSERT INTO seat_keys VALUES('m1USYX0E0N','second','59b9bce1f2913c868f40b25777a6e1047cd37eacb95b9d2666154c32ad377239');
INSERT INTO seat_keys VALUES('m1USYX0E0N','second','08ac4b8cf524e896b162daee46960adfdf990a573489fee436ad326035fcbc14');
INSERT INTO seat_keys VALUES('HlmqxA8uVL','second','b9ac8a1b68db0f5e3d8be79cf3ca6386e8074460d60db765e2055dc0e1565dc3');
INSERT INTO seat_keys VALUES('HlmqxA8uVL','second','85348da789e0996edd86ca85204d97908b0f1a43e35f537f92dc758e32192c9c');
INSERT INTO seat_keys VALUES('p979yF0LOz','first','b9ac8a1b68db0f5e3d8be79cf3ca6386e8074460d60db765e2055dc0e1565dc3');
INSERT INTO seat_keys VALUES('p979yF0LOz','first','0ccc8fc0ad28486443049efabc610af8629b2f798b0b8cfca827f99678e49d02');
INSERT INTO seat_keys VALUES('2gtCSyU2FH','first','59b9bce1f2913c868f40b25777a6e1047cd37eacb95b9d2666154c32ad377239');
INSERT INTO seat_keys VALUES('2gtCSyU2FH','first','08dab4f268f8824211424232eeaffd8fca87dfcc1c3978f70913b58fa5e6abec');
INSERT INTO seat_keys VALUES('2gtCSyU2FH','second','59b9bce1f2913c868f40b25777a6e1047cd37eacb95b9d2666154c32ad377239');
INSERT INTO seat_keys VALUES('2gtCSyU2FH','second','08dab4f268f8824211424232eeaffd8fca87dfcc1c3978f70913b58fa5e6abec');
INSERT INTO seat_keys VALUES('vFEmaJ78sa','first','08dab4f268f8824211424232eeaffd8fca87dfcc1c3978f70913b58fa5e6abec');
INSERT INTO seat_keys VALUES('vFEmaJ78sa','first','59b9bce1f2913c868f40b25777a6e1047cd37eacb95b9d2666154c32ad377239');
INSERT INTO seat_keys VALUES('vFEmaJ78sa','second','08dab4f268f8824211424232eeaffd8fca87dfcc1c3978f70913b58fa5e6abec');
INSERT INTO seat_keys VALUES('vFEmaJ78sa','second','59b9bce1f2913c868f40b25777a6e1047cd37eacb95b9d2666154c32ad377239');
INSERT INTO seat_keys VALUES('u3Ioy3Qr5j','second','59b9bce1f2913c868f40b25777a6e1047cd37eacb95b9d2666154c32ad377239');
INSERT INTO seat_keys VALUES('u3Ioy3Qr5j','second','dd5b3f2b2ee4a22727bfa2e0d278116fb38e1de83657e4a97076fb4f7e517059');
