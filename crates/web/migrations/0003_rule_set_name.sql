-- The rule set `mitsudomoe:seed` has a new name.

UPDATE games SET game = 'mitsudomoe:single' WHERE game = 'mitsudomoe:seed';
