-- Rooms with everything that belongs to them. The column room is in every table; every statement names it, and row-level
-- security compares it with the setting companion.room once more.

CREATE TABLE room (
    name text PRIMARY KEY CHECK (name ~ '^[a-z0-9-]{1,64}$'),
    title text NOT NULL DEFAULT '',
    created timestamptz NOT NULL DEFAULT now(),
    visited timestamptz NOT NULL DEFAULT now()
);

-- the keys of links, and what each grants
CREATE TABLE link (
    room text NOT NULL REFERENCES room ON DELETE CASCADE,
    key text NOT NULL,
    role text NOT NULL,
    log text,
    PRIMARY KEY (room, key)
);

-- serial distinguishes a log from an earlier one with the same id
CREATE TABLE log (
    room text NOT NULL REFERENCES room ON DELETE CASCADE,
    id text NOT NULL,
    serial bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    game text,
    header text NOT NULL,
    created text COLLATE "C" NOT NULL,
    name text,
    shelf text NOT NULL,
    PRIMARY KEY (room, id),
    UNIQUE (room, id, serial)
);

CREATE TABLE entry (
    room text NOT NULL,
    log text NOT NULL,
    serial bigint NOT NULL,
    number integer NOT NULL,
    id text NOT NULL,
    saved text COLLATE "C" NOT NULL,
    kind text,
    line text NOT NULL,
    PRIMARY KEY (room, log, number),
    UNIQUE (room, log, id),
    FOREIGN KEY (room, log, serial) REFERENCES log (room, id, serial) ON DELETE CASCADE
);

CREATE INDEX entry_beside_the_game ON entry (room, log, kind) WHERE kind IN ('settle', 'rename', 'reseat', 'join');

-- deleted games; a row whose game is gone records that there was one
CREATE TABLE bin (
    room text NOT NULL REFERENCES room ON DELETE CASCADE,
    log text NOT NULL,
    since text NOT NULL,
    over text,
    PRIMARY KEY (room, log)
);

-- a cache of summaries, computed from the logs
CREATE TABLE figure (
    room text NOT NULL,
    log text NOT NULL,
    code text NOT NULL,
    summary json NOT NULL,
    PRIMARY KEY (room, log),
    FOREIGN KEY (room, log) REFERENCES log ON DELETE CASCADE
);

CREATE TABLE player (
    room text NOT NULL REFERENCES room ON DELETE CASCADE,
    name text NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (room, name)
);

CREATE TABLE setting (
    room text NOT NULL REFERENCES room ON DELETE CASCADE,
    key text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (room, key)
);

-- Entries are only added, and go only with their log; logs go only from the bin, or with their room.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE integrity_constraint_violation USING MESSAGE = tg_argv[0];
END $$;

CREATE FUNCTION entry_goes_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF new.number <> 1 + (SELECT coalesce(max(number), 0) FROM entry WHERE room = new.room AND log = new.log) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'entries are only appended';
    END IF;
    DELETE FROM figure WHERE room = new.room AND log = new.log;
    RETURN new;
END $$;

CREATE FUNCTION entry_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM log WHERE room = old.room AND id = old.log) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'entries are kept';
    END IF;
    RETURN old;
END $$;

CREATE FUNCTION log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM room WHERE name = old.room)
        AND NOT EXISTS (SELECT FROM bin WHERE room = old.room AND log = old.id AND over IS NOT NULL)
    THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'logs are kept';
    END IF;
    RETURN old;
END $$;

CREATE TRIGGER entry_goes_last BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION entry_goes_last();
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry FOR EACH ROW EXECUTE FUNCTION refuse('entries never change');
CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry FOR EACH ROW EXECUTE FUNCTION entry_is_kept();
CREATE TRIGGER entries_are_kept BEFORE TRUNCATE ON entry EXECUTE FUNCTION refuse('entries are kept');
CREATE TRIGGER log_stays BEFORE UPDATE OF room, id, serial, game, header ON log
    FOR EACH ROW EXECUTE FUNCTION refuse('logs stay');
CREATE TRIGGER log_is_kept BEFORE DELETE ON log FOR EACH ROW EXECUTE FUNCTION log_is_kept();
CREATE TRIGGER logs_are_kept BEFORE TRUNCATE ON log EXECUTE FUNCTION refuse('logs are kept');

-- Every process is notified of the room that changed, and of the store that changed it.

CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('companion', concat(current_setting('companion.room'), ' ', current_setting('companion.origin', true)));
    RETURN NULL;
END $$;

DO $$
DECLARE
    each text;
BEGIN
    FOREACH each IN ARRAY ARRAY['log', 'entry', 'bin', 'player', 'setting', 'link'] LOOP
        EXECUTE format('CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON %I EXECUTE FUNCTION notify_change()', each);
    END LOOP;
    FOREACH each IN ARRAY ARRAY['room', 'log', 'entry', 'bin', 'figure', 'player', 'setting', 'link'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', each);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', each);
        EXECUTE format(
            'CREATE POLICY own_room ON %I USING (%I = current_setting(''companion.room'', true))',
            each, CASE each WHEN 'room' THEN 'name' ELSE 'room' END
        );
    END LOOP;
END $$;

-- Rooms without visits are found by a setting that is no room's name.
CREATE POLICY all_rooms ON room FOR SELECT USING (current_setting('companion.room', true) = '*');
