-- Passkeys of the hosts of rooms, and a secret with which challenges for them are signed.

CREATE TABLE passkey (
    room text NOT NULL REFERENCES room ON DELETE CASCADE,
    id text NOT NULL,
    key text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (room, id)
);

ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey FORCE ROW LEVEL SECURITY;
CREATE POLICY own_room ON passkey USING (room = current_setting('companion.room', true));

CREATE TABLE secret (value text NOT NULL);
INSERT INTO secret VALUES (concat(gen_random_uuid(), gen_random_uuid()));
