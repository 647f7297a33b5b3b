-- Keys of a seat have the name of the device and the time at which they were added. A key
-- that expires is a private link, which opens the seat for one more device, once.

ALTER TABLE seat_keys ADD COLUMN device TEXT;
ALTER TABLE seat_keys ADD COLUMN added BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seat_keys ADD COLUMN expires BIGINT;
