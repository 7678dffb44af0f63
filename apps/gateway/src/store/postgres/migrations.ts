/**
 * The steps by which PostgreSQL's tables became what they are. A step that was released is never changed: what is new is a new step. Texts
 * that are ordered by are compared by their bytes, whatever the database's locale is; what is a truth value in SQLite is a number here too.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    models TEXT,
    limits TEXT,
    budget TEXT,
    admin SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
  );
  CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
  INSERT INTO counters (name, value) VALUES ('keys', 1);
  CREATE FUNCTION tell_of_keys() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE counters SET value = value + 1 WHERE name = 'keys';
      PERFORM pg_notify('interlingua_keys', '');
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keys FOR EACH STATEMENT EXECUTE FUNCTION tell_of_keys();
  CREATE TABLE usage (
    at BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    model TEXT NOT NULL,
    format TEXT NOT NULL,
    channel TEXT,
    upstream_model TEXT,
    stream SMALLINT NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    input BIGINT,
    fresh BIGINT,
    cache_read BIGINT,
    cache_write BIGINT,
    tool_use BIGINT,
    output BIGINT,
    reasoning BIGINT,
    estimated SMALLINT NOT NULL,
    cost_micros BIGINT,
    millis DOUBLE PRECISION NOT NULL,
    first_byte_millis DOUBLE PRECISION,
    notices TEXT,
    PRIMARY KEY (at, id)
  );
  CREATE INDEX usage_key ON usage (key_id, at, id);
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    owner TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX documents_owner ON documents (kind, owner, created_at, id);
  CREATE INDEX documents_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;`,
  `ALTER TABLE usage ADD COLUMN images BIGINT;`,
]
