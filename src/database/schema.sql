-- Tables of the console, sorted by name, each with its keys and indexes. Functions and triggers: triggers.sql. Where two indexes cost the
-- same, PostgreSQL chooses by the order in which they were created.

CREATE SEQUENCE client_silence_revision;
CREATE SEQUENCE condition_occurrence;
CREATE SEQUENCE configuration_change_number;
CREATE SEQUENCE delivery_sequence_seq;
CREATE SEQUENCE job_protection_revision;
CREATE SEQUENCE run_changed_seq;

CREATE FUNCTION is_good_backup(status_code text, files bigint, errors bigint) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT status_code IN ('T', 'W') AND (files > 0 OR (status_code = 'T' AND errors = 0)) $$;

CREATE TABLE api_token (
    id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    owner_id uuid NOT NULL,
    role text NOT NULL,
    capabilities text[] NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    last_used_ip text,
    revoked_at timestamptz(3),
    revoked_by jsonb,
    CONSTRAINT api_token_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_token_secret_hash_idx ON api_token (secret_hash);
CREATE INDEX api_token_created_at_id_idx ON api_token (created_at, id);
CREATE INDEX api_token_owner_id_created_at_id_idx ON api_token (owner_id, created_at, id);

CREATE TABLE audit_record (
    id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    action text NOT NULL,
    outcome text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text,
    actor_name text NOT NULL,
    actor_role text,
    actor_token_id text,
    token_id text,
    target text NOT NULL,
    ip text,
    user_agent text,
    request_id text,
    changes jsonb NOT NULL,
    target_name text,
    actor_session_id text,
    CONSTRAINT audit_record_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_record_at_id_idx ON audit_record (at, id);
CREATE INDEX audit_record_action_at_id_idx ON audit_record (action, at, id);
CREATE INDEX audit_record_undone_idx ON audit_record (outcome, at, id) WHERE outcome <> 'success';
CREATE INDEX audit_record_actor_name_at_id_idx ON audit_record (actor_name, at, id);
CREATE INDEX audit_record_actor_id_at_id_idx ON audit_record (actor_id, at, id);
CREATE INDEX audit_record_by_token_idx ON audit_record (actor_token_id, at, id) WHERE actor_token_id IS NOT NULL;
CREATE INDEX audit_record_about_token_idx ON audit_record (token_id, at, id) WHERE token_id IS NOT NULL;
CREATE INDEX audit_record_request_id_idx ON audit_record (request_id);
CREATE INDEX audit_record_target_idx ON audit_record (target text_pattern_ops, at, id);
CREATE INDEX audit_record_address_idx ON audit_record ((CASE WHEN ip ~ '^[0-9a-f.:]+$' THEN ip::inet END), at, id);

CREATE TABLE audit_seal (
    seq bigint NOT NULL,
    record_id uuid NOT NULL,
    record_hash bytea NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamptz(3) NOT NULL,
    key_id text,
    signature bytea,
    CONSTRAINT audit_seal_pkey PRIMARY KEY (seq)
);
CREATE UNIQUE INDEX audit_seal_record_id_idx ON audit_seal (record_id);

CREATE TABLE audit_unsealed (
    record_id uuid NOT NULL,
    marked_at timestamptz(3) NOT NULL,
    CONSTRAINT audit_unsealed_pkey PRIMARY KEY (record_id)
);
CREATE INDEX audit_unsealed_marked_at_record_id_idx ON audit_unsealed (marked_at, record_id);

CREATE TABLE client_acknowledgement (
    director text NOT NULL,
    client text NOT NULL,
    note text NOT NULL,
    by_kind text NOT NULL,
    by_id text,
    by_name text NOT NULL,
    at timestamptz(3) NOT NULL,
    until timestamptz(3),
    CONSTRAINT client_acknowledgement_pkey PRIMARY KEY (director, client)
);

CREATE TABLE client_silence (
    director text NOT NULL,
    client text NOT NULL,
    status text NOT NULL,
    since timestamptz(3) NOT NULL,
    cause text,
    last_success_at timestamptz(3),
    first_seen_at timestamptz(3) NOT NULL,
    enabled boolean NOT NULL,
    evaluated boolean NOT NULL,
    warn_seconds integer NOT NULL,
    crit_seconds integer NOT NULL,
    interval_seconds integer,
    revision bigint NOT NULL,
    due_at timestamptz(3) DEFAULT '-infinity',
    CONSTRAINT client_silence_pkey PRIMARY KEY (director, client)
);
CREATE INDEX client_silence_due ON client_silence (director, due_at);
CREATE INDEX client_silence_in_use ON client_silence (director, client COLLATE "C") WHERE enabled;
CREATE INDEX client_silence_silent ON client_silence (director) WHERE enabled AND status <> 'ok';

CREATE TABLE client_threshold (
    director text NOT NULL,
    client text NOT NULL,
    warn_seconds integer,
    crit_seconds integer,
    basis text NOT NULL,
    paused_until timestamptz(3),
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT client_threshold_pkey PRIMARY KEY (director, client)
);

CREATE TABLE clock_state (
    id integer NOT NULL,
    believed_at timestamptz(3) NOT NULL,
    latest_at timestamptz(3) NOT NULL,
    CONSTRAINT clock_state_one_row CHECK (id = 1),
    CONSTRAINT clock_state_pkey PRIMARY KEY (id)
);

CREATE TABLE configuration_change (
    id uuid NOT NULL,
    director text NOT NULL,
    number bigint DEFAULT nextval('configuration_change_number') NOT NULL,
    applied_number bigint,
    state text NOT NULL,
    origin text NOT NULL,
    comment text,
    author jsonb,
    created_at timestamptz(3) NOT NULL,
    applied_at timestamptz(3),
    base_revision text,
    result_revision text NOT NULL,
    revert_of uuid,
    renames jsonb NOT NULL,
    findings jsonb NOT NULL,
    apply_caller text,
    apply_key text,
    apply_hash text,
    apply_at timestamptz(3),
    apply_actor jsonb,
    CONSTRAINT configuration_change_pkey PRIMARY KEY (id)
);
CREATE INDEX configuration_change_director_number_idx ON configuration_change (director, number);
CREATE INDEX configuration_change_director_applied_number_idx ON configuration_change (director, applied_number) WHERE applied_number IS NOT NULL;
CREATE UNIQUE INDEX configuration_change_applying_idx ON configuration_change (director) WHERE state = 'applying';
CREATE UNIQUE INDEX configuration_change_apply_key_idx ON configuration_change (apply_caller, apply_key) WHERE apply_key IS NOT NULL;

CREATE TABLE configuration_change_file (
    change_id uuid NOT NULL,
    path text NOT NULL,
    before text,
    after text NOT NULL,
    CONSTRAINT configuration_change_file_pkey PRIMARY KEY (change_id, path)
);

CREATE TABLE configured_director (
    name text NOT NULL,
    settings jsonb NOT NULL,
    sealed text NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    revision integer NOT NULL,
    CONSTRAINT configured_director_pkey PRIMARY KEY (name)
);

CREATE TABLE console_user (
    id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text,
    role text NOT NULL,
    disabled_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    last_login_at timestamptz(3),
    password_given_by uuid,
    CONSTRAINT console_user_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX console_user_username_key_idx ON console_user (username_key);
CREATE INDEX console_user_role_idx ON console_user (role);

CREATE TABLE delivery (
    id uuid NOT NULL,
    sequence bigint NOT NULL,
    channel_id uuid NOT NULL,
    channel_name text NOT NULL,
    kind text NOT NULL,
    webhook_id uuid NOT NULL,
    replay integer NOT NULL,
    title text NOT NULL,
    lines jsonb NOT NULL,
    event_count integer NOT NULL,
    group_key text,
    order_key text,
    status text NOT NULL,
    due_at timestamptz(3) NOT NULL,
    attempts integer NOT NULL,
    leased_until timestamptz(3),
    lease_owner integer,
    created_at timestamptz(3) NOT NULL,
    deadline timestamptz(3),
    ended_at timestamptz(3),
    last_status_code integer,
    last_detail text,
    last_code text,
    CONSTRAINT delivery_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX delivery_once_idx ON delivery (channel_id, webhook_id, replay);
CREATE INDEX delivery_newest_idx ON delivery (created_at, id);
CREATE INDEX delivery_of_channel_idx ON delivery (channel_id, created_at, id);
CREATE INDEX delivery_undelivered_idx ON delivery (status, created_at, id) WHERE status <> 'delivered';
CREATE INDEX delivery_due_idx ON delivery (channel_id, due_at, sequence) WHERE status = 'waiting';
CREATE INDEX delivery_leased_idx ON delivery (leased_until) WHERE status = 'sending';
CREATE INDEX delivery_in_order_idx ON delivery (channel_id, order_key, sequence) WHERE order_key IS NOT NULL AND status IN ('waiting', 'sending');

CREATE TABLE delivery_attempt (
    id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    duration_ms integer NOT NULL,
    status_code integer,
    verdict text NOT NULL,
    detail text NOT NULL,
    excerpt text,
    next_try_at timestamptz(3),
    code text,
    recipients jsonb,
    CONSTRAINT delivery_attempt_pkey PRIMARY KEY (id)
);
CREATE INDEX delivery_attempt_delivery_id_at_idx ON delivery_attempt (delivery_id, at);

CREATE TABLE delivery_event (
    delivery_id uuid NOT NULL,
    event_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    replay integer NOT NULL,
    CONSTRAINT delivery_event_pkey PRIMARY KEY (delivery_id, event_id)
);
CREATE UNIQUE INDEX delivery_event_once_idx ON delivery_event (event_id, channel_id) WHERE replay = 0;
CREATE INDEX delivery_event_of_event_idx ON delivery_event (event_id, delivery_id);

CREATE TABLE delivery_group (
    channel_id uuid NOT NULL,
    group_key text NOT NULL,
    last_at timestamptz(3),
    delivery_id uuid NOT NULL,
    severity text DEFAULT 'info' NOT NULL,
    last_severity text DEFAULT 'info' NOT NULL,
    CONSTRAINT delivery_group_pkey PRIMARY KEY (channel_id, group_key)
);

CREATE TABLE delivery_incident (
    channel_id uuid NOT NULL,
    dedup_key text NOT NULL,
    opened_at timestamptz(3) NOT NULL,
    CONSTRAINT delivery_incident_pkey PRIMARY KEY (channel_id, dedup_key)
);

CREATE TABLE delivery_streak (
    channel_id uuid NOT NULL,
    failures integer NOT NULL,
    since timestamptz(3) NOT NULL,
    reported boolean NOT NULL,
    CONSTRAINT delivery_streak_pkey PRIMARY KEY (channel_id)
);

CREATE TABLE director_tls (
    director text NOT NULL,
    target text NOT NULL,
    first_at timestamptz(3) NOT NULL,
    CONSTRAINT director_tls_pkey PRIMARY KEY (director, target)
);

CREATE TABLE event (
    id uuid NOT NULL,
    once_key text NOT NULL,
    type text NOT NULL,
    "timestamp" timestamptz(3) NOT NULL,
    severity text NOT NULL,
    source text NOT NULL,
    subject text NOT NULL,
    dedup_key text NOT NULL,
    summary text NOT NULL,
    data jsonb NOT NULL,
    links jsonb NOT NULL,
    recorded_at timestamptz(3) NOT NULL,
    fanned_out_at timestamptz(3),
    CONSTRAINT event_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX event_once_key_idx ON event (once_key);
CREATE INDEX event_timestamp_id_idx ON event ("timestamp", id);
CREATE INDEX event_waiting_idx ON event (recorded_at, id) WHERE fanned_out_at IS NULL;
CREATE INDEX event_recorded_at_id_idx ON event (recorded_at, id);
CREATE INDEX event_dedup_key_recorded_at_id_idx ON event (dedup_key, recorded_at, id);
CREATE INDEX event_type_recorded_at_id_idx ON event (type, recorded_at, id);
CREATE INDEX event_severity_recorded_at_id_idx ON event (severity, recorded_at, id);
CREATE INDEX event_subject_recorded_at_id_idx ON event (subject, recorded_at, id);

CREATE TABLE failed_login (
    key text NOT NULL,
    times timestamptz[] NOT NULL,
    last_at timestamptz(3) NOT NULL,
    CONSTRAINT failed_login_pkey PRIMARY KEY (key)
);
CREATE INDEX failed_login_last_at_idx ON failed_login (last_at);

CREATE TABLE followed_rename (
    director text NOT NULL,
    id text NOT NULL,
    followed_at timestamptz(3) NOT NULL,
    CONSTRAINT followed_rename_pkey PRIMARY KEY (director, id)
);

CREATE TABLE global_threshold (
    id integer NOT NULL,
    warn_seconds integer NOT NULL,
    crit_seconds integer NOT NULL,
    updated_at timestamptz(3),
    CONSTRAINT global_threshold_pkey PRIMARY KEY (id)
);

CREATE TABLE job_acknowledgement (
    director text NOT NULL,
    job text NOT NULL,
    note text NOT NULL,
    by_kind text NOT NULL,
    by_id text,
    by_name text NOT NULL,
    at timestamptz(3) NOT NULL,
    until timestamptz(3),
    CONSTRAINT job_acknowledgement_pkey PRIMARY KEY (director, job)
);

CREATE TABLE job_outcome (
    director text NOT NULL,
    job text NOT NULL,
    client text NOT NULL,
    fileset text NOT NULL,
    good_at timestamptz(3),
    failed_at timestamptz(3),
    lost_good_at timestamptz(3),
    kept_good_at timestamptz(3),
    CONSTRAINT job_outcome_pkey PRIMARY KEY (director, job, client, fileset)
);

CREATE TABLE job_protection (
    director text NOT NULL,
    job text NOT NULL,
    client text NOT NULL,
    fileset text NOT NULL,
    in_schedule boolean NOT NULL,
    first_seen_at timestamptz(3) NOT NULL,
    first_start_at timestamptz(3),
    interval_seconds integer,
    told_status text NOT NULL,
    told_good_at timestamptz(3),
    told_warn_seconds integer NOT NULL,
    told_crit_seconds integer NOT NULL,
    revision bigint NOT NULL,
    CONSTRAINT job_protection_pkey PRIMARY KEY (director, job, client, fileset)
);
CREATE INDEX job_protection_client ON job_protection (director, client);

CREATE TABLE job_threshold (
    director text NOT NULL,
    job text NOT NULL,
    warn_seconds integer,
    crit_seconds integer,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT job_threshold_pkey PRIMARY KEY (director, job)
);

CREATE TABLE known_address (
    user_id uuid NOT NULL,
    address text NOT NULL,
    last_used_at timestamptz(3) NOT NULL,
    CONSTRAINT known_address_pkey PRIMARY KEY (user_id, address)
);
CREATE INDEX known_address_last_used_at_idx ON known_address (last_used_at);

CREATE TABLE login_throttle (
    key text NOT NULL,
    failures integer NOT NULL,
    last_failed_at timestamptz(3) NOT NULL,
    CONSTRAINT login_throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX login_throttle_last_failed_at_idx ON login_throttle (last_failed_at);

CREATE TABLE name_block (
    lineage_id integer NOT NULL,
    block integer NOT NULL,
    folded text NOT NULL,
    CONSTRAINT name_block_pkey PRIMARY KEY (lineage_id, block)
);
ALTER TABLE name_block ALTER COLUMN folded SET STORAGE PLAIN;

CREATE TABLE name_block_detail (
    lineage_id integer NOT NULL,
    block integer NOT NULL,
    details bytea NOT NULL,
    CONSTRAINT name_block_detail_pkey PRIMARY KEY (lineage_id, block)
);

CREATE TABLE index_state (
    director text NOT NULL,
    generation integer NOT NULL,
    moment bigint NOT NULL,
    read_at timestamptz(3),
    waiting integer NOT NULL,
    failure text,
    runs integer DEFAULT 0 NOT NULL,
    progress_at timestamptz(3),
    CONSTRAINT index_state_pkey PRIMARY KEY (director)
);

CREATE TABLE name_job (
    lineage_id integer NOT NULL,
    job_id integer NOT NULL,
    unique_name text NOT NULL,
    fed_moment bigint NOT NULL,
    fed_at timestamptz(3) NOT NULL,
    entries integer NOT NULL,
    first_block integer NOT NULL,
    blocks integer NOT NULL,
    CONSTRAINT name_job_pkey PRIMARY KEY (lineage_id, job_id)
);
CREATE INDEX name_job_job_id ON name_job (job_id);

CREATE TABLE name_segment_set (
    id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
    director text NOT NULL,
    generation integer NOT NULL,
    client text NOT NULL,
    fileset text NOT NULL,
    full_job_id integer,
    full_at timestamptz(3),
    created_moment bigint NOT NULL,
    retired_moment bigint,
    retired_at timestamptz(3),
    entries bigint NOT NULL,
    blocks integer NOT NULL,
    writer uuid,
    CONSTRAINT name_segment_set_pkey PRIMARY KEY (id)
);
CREATE INDEX name_segment_set_client ON name_segment_set (director, client, id);

CREATE TABLE name_run (
    director text NOT NULL,
    job_id integer NOT NULL,
    unique_name text NOT NULL,
    client text NOT NULL,
    fileset text NOT NULL,
    is_full boolean NOT NULL,
    data_time bigint NOT NULL,
    lineage_id integer,
    failures integer DEFAULT 0 NOT NULL,
    retry_at timestamptz(3),
    failure text,
    CONSTRAINT name_run_pkey PRIMARY KEY (director, job_id)
);
CREATE INDEX name_run_set ON name_run (director, client, fileset, data_time, job_id);
CREATE INDEX name_run_lineage ON name_run (lineage_id) WHERE lineage_id IS NOT NULL;
CREATE INDEX name_run_waiting ON name_run (director, data_time, job_id) WHERE lineage_id IS NULL;

CREATE TABLE name_signature (
    lineage_id integer NOT NULL,
    segment integer NOT NULL,
    bits bytea NOT NULL,
    CONSTRAINT name_signature_pkey PRIMARY KEY (lineage_id, segment)
);
ALTER TABLE name_signature ALTER COLUMN bits SET STORAGE EXTERNAL;

CREATE TABLE notification_channel (
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    settings jsonb NOT NULL,
    sealed text NOT NULL,
    paused_at timestamptz(3),
    disabled_at timestamptz(3),
    failing_since timestamptz(3),
    owner_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    revision integer NOT NULL,
    CONSTRAINT notification_channel_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX notification_channel_name_idx ON notification_channel (name);

CREATE TABLE one_time_link (
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3),
    CONSTRAINT one_time_link_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX one_time_link_secret_hash_idx ON one_time_link (secret_hash);
CREATE INDEX one_time_link_user_id_idx ON one_time_link (user_id);
CREATE INDEX one_time_link_expires_at_idx ON one_time_link (expires_at);

CREATE TABLE planned_start (
    director text NOT NULL,
    at timestamptz(3) NOT NULL,
    job text NOT NULL COLLATE "C",
    client text NOT NULL COLLATE "C",
    missed boolean NOT NULL,
    unique_name text,
    CONSTRAINT planned_start_pkey PRIMARY KEY (director, at, job, client)
);
CREATE INDEX planned_start_missed ON planned_start (director, client, at) WHERE missed;
CREATE INDEX planned_start_open ON planned_start (director, at) WHERE NOT missed AND unique_name IS NULL;
CREATE INDEX planned_start_of ON planned_start (director, client, job, at);
CREATE INDEX planned_start_missed_at ON planned_start (director, at) WHERE missed;

CREATE TABLE schedule_monitor_state (
    director text NOT NULL,
    from_at timestamptz(3) NOT NULL,
    until_at timestamptz(3) NOT NULL,
    CONSTRAINT schedule_monitor_state_pkey PRIMARY KEY (director, from_at)
);

CREATE TABLE restore_download (
    id uuid NOT NULL,
    caller text NOT NULL,
    director text NOT NULL,
    jobids integer[] NOT NULL,
    refs text[] NOT NULL,
    format text NOT NULL,
    name text NOT NULL,
    size bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    contents integer DEFAULT 0 NOT NULL,
    staged_at text,
    run_job_id integer,
    taken_by integer,
    CONSTRAINT restore_download_pkey PRIMARY KEY (id)
);
CREATE INDEX restore_download_caller_idx ON restore_download (caller);
CREATE INDEX restore_download_expires_at_idx ON restore_download (expires_at);

CREATE TABLE role (
    name text NOT NULL,
    description text NOT NULL,
    capabilities text[] NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT role_pkey PRIMARY KEY (name)
);

CREATE TABLE run (
    director text NOT NULL,
    unique_name text NOT NULL,
    generation integer NOT NULL,
    job_id integer NOT NULL,
    job text NOT NULL,
    type text NOT NULL,
    level text NOT NULL,
    client text,
    fileset text,
    pool text,
    storage text,
    status text NOT NULL,
    status_code text NOT NULL,
    queued_at timestamptz(3) NOT NULL,
    scheduled_at timestamptz(3),
    started_at timestamptz(3),
    ended_at timestamptz(3),
    files bigint NOT NULL,
    bytes bigint NOT NULL,
    errors bigint NOT NULL,
    comment text NOT NULL,
    order_id uuid,
    ended boolean NOT NULL,
    lost_at timestamptz(3),
    first_seen_at timestamptz(3) NOT NULL,
    changed bigint NOT NULL,
    reads_client boolean NOT NULL,
    outliers jsonb,
    future_end_at timestamptz(3),
    restore jsonb,
    trigger_kind text,
    trigger_id text,
    trigger_name text,
    CONSTRAINT run_pkey PRIMARY KEY (director, unique_name)
);
CREATE INDEX run_newest ON run (director, generation, job_id);
CREATE INDEX run_job_id ON run (director, job_id);
CREATE INDEX run_by_job ON run (director, job, generation, job_id);
CREATE INDEX run_by_client ON run (director, client, generation, job_id);
CREATE INDEX run_unfinished ON run (director, job_id) WHERE NOT ended;
CREATE INDEX run_order_id ON run (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX run_lost ON run (director, lost_at) WHERE lost_at IS NOT NULL;
CREATE INDEX run_ended_badly ON run (director, ended_at) WHERE status IN ('error', 'warning');
CREATE INDEX run_by_kind ON run (hashtextextended(director || E'\n' || status || E'\n' || type || E'\n' || level || E'\n' || COALESCE(pool, ''), 0), generation, job_id);
CREATE INDEX run_by_series ON run (hashtextextended(director || E'\n' || job || E'\n' || COALESCE(client, '') || E'\n' || status || E'\n' || type || E'\n' || level || E'\n' || COALESCE(pool, ''), 0), generation, job_id);
CREATE INDEX run_by_time ON run (director, queued_at, generation, job_id);
CREATE INDEX run_small ON run (director, level, COALESCE(ended_at, queued_at)) WHERE outliers @> '[["small"]]';
CREATE INDEX run_dated_ahead ON run (director, future_end_at) WHERE future_end_at IS NOT NULL;
CREATE INDEX run_deferred ON run (director, scheduled_at, generation, job_id) WHERE scheduled_at > queued_at;
CREATE INDEX run_by_trigger_kind ON run (hashtextextended(director || E'\n' || trigger_kind, 0), generation, job_id) WHERE trigger_kind IS NOT NULL;
CREATE INDEX run_by_trigger_id ON run (hashtextextended(director || E'\n' || trigger_id, 0), generation, job_id) WHERE trigger_id IS NOT NULL;
CREATE INDEX run_by_trigger_name ON run (hashtextextended(director || E'\n' || trigger_name, 0), generation, job_id) WHERE trigger_name IS NOT NULL;
CREATE INDEX run_read_client ON run (director, client, ended_at) WHERE reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL;

CREATE TABLE run_acknowledgement (
    director text NOT NULL,
    unique_name text NOT NULL,
    note text NOT NULL,
    by_kind text NOT NULL,
    by_id text,
    by_name text NOT NULL,
    at timestamptz(3) NOT NULL,
    until timestamptz(3),
    CONSTRAINT run_acknowledgement_pkey PRIMARY KEY (director, unique_name)
);

CREATE TABLE run_cancel_request (
    director text NOT NULL,
    unique_name text NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT run_cancel_request_pkey PRIMARY KEY (director, unique_name)
);
CREATE INDEX run_cancel_request_at ON run_cancel_request (at);

CREATE TABLE run_client_day (
    director text NOT NULL COLLATE "C",
    day date NOT NULL,
    client text NOT NULL COLLATE "C",
    job text NOT NULL COLLATE "C",
    type text NOT NULL COLLATE "C",
    level text NOT NULL COLLATE "C",
    status text NOT NULL COLLATE "C",
    runs integer NOT NULL,
    files bigint NOT NULL,
    bytes bigint NOT NULL,
    seconds bigint NOT NULL,
    CONSTRAINT run_client_day_pkey PRIMARY KEY (director, day, client, job, type, level, status)
);
CREATE INDEX run_client_day_by_job ON run_client_day (director, job, day) INCLUDE (type, status, runs, files, bytes, seconds);
CREATE INDEX run_client_day_by_client ON run_client_day (director, client, day) INCLUDE (type, status, runs);

CREATE TABLE run_client_sum (
    director text NOT NULL COLLATE "C",
    client text NOT NULL COLLATE "C",
    type text NOT NULL COLLATE "C",
    week_completed integer NOT NULL,
    week_warning integer NOT NULL,
    week_error integer NOT NULL,
    week_canceled integer NOT NULL,
    week_files bigint NOT NULL,
    week_bytes bigint NOT NULL,
    week_runs_before integer NOT NULL,
    week_bytes_before bigint NOT NULL,
    month_completed integer NOT NULL,
    month_warning integer NOT NULL,
    month_error integer NOT NULL,
    month_canceled integer NOT NULL,
    month_files bigint NOT NULL,
    month_bytes bigint NOT NULL,
    month_runs_before integer NOT NULL,
    month_bytes_before bigint NOT NULL,
    quarter_completed integer NOT NULL,
    quarter_warning integer NOT NULL,
    quarter_error integer NOT NULL,
    quarter_canceled integer NOT NULL,
    quarter_files bigint NOT NULL,
    quarter_bytes bigint NOT NULL,
    quarter_runs_before integer NOT NULL,
    quarter_bytes_before bigint NOT NULL,
    CONSTRAINT run_client_sum_pkey PRIMARY KEY (director, client, type)
);
CREATE INDEX run_client_by_week_bytes ON run_client_sum (director, type, week_bytes DESC, client) WHERE week_completed + week_warning + week_error + week_canceled > 0;
CREATE INDEX run_client_by_week_files ON run_client_sum (director, type, week_files DESC, client) WHERE week_completed + week_warning + week_error + week_canceled > 0;
CREATE INDEX run_client_by_week_failures ON run_client_sum (director, type, week_error DESC, client) WHERE week_completed + week_warning + week_error + week_canceled > 0;
CREATE INDEX run_client_by_week_growth ON run_client_sum (director, type, (week_bytes - week_bytes_before) DESC, client) WHERE week_completed + week_warning + week_error + week_canceled + week_runs_before > 0;
CREATE INDEX run_client_by_month_bytes ON run_client_sum (director, type, month_bytes DESC, client) WHERE month_completed + month_warning + month_error + month_canceled > 0;
CREATE INDEX run_client_by_month_files ON run_client_sum (director, type, month_files DESC, client) WHERE month_completed + month_warning + month_error + month_canceled > 0;
CREATE INDEX run_client_by_month_failures ON run_client_sum (director, type, month_error DESC, client) WHERE month_completed + month_warning + month_error + month_canceled > 0;
CREATE INDEX run_client_by_month_growth ON run_client_sum (director, type, (month_bytes - month_bytes_before) DESC, client) WHERE month_completed + month_warning + month_error + month_canceled + month_runs_before > 0;
CREATE INDEX run_client_by_quarter_bytes ON run_client_sum (director, type, quarter_bytes DESC, client) WHERE quarter_completed + quarter_warning + quarter_error + quarter_canceled > 0;
CREATE INDEX run_client_by_quarter_files ON run_client_sum (director, type, quarter_files DESC, client) WHERE quarter_completed + quarter_warning + quarter_error + quarter_canceled > 0;
CREATE INDEX run_client_by_quarter_failures ON run_client_sum (director, type, quarter_error DESC, client) WHERE quarter_completed + quarter_warning + quarter_error + quarter_canceled > 0;
CREATE INDEX run_client_by_quarter_growth ON run_client_sum (director, type, (quarter_bytes - quarter_bytes_before) DESC, client) WHERE quarter_completed + quarter_warning + quarter_error + quarter_canceled + quarter_runs_before > 0;

CREATE TABLE run_day (
    director text NOT NULL COLLATE "C",
    day date NOT NULL,
    type text NOT NULL COLLATE "C",
    level text NOT NULL COLLATE "C",
    status text NOT NULL COLLATE "C",
    runs integer NOT NULL,
    files bigint NOT NULL,
    bytes bigint NOT NULL,
    seconds bigint NOT NULL,
    CONSTRAINT run_day_pkey PRIMARY KEY (director, day, type, level, status)
);

CREATE TABLE run_duration_day (
    director text NOT NULL COLLATE "C",
    day date NOT NULL,
    type text NOT NULL COLLATE "C",
    bucket integer NOT NULL,
    runs integer NOT NULL,
    CONSTRAINT run_duration_day_pkey PRIMARY KEY (director, day, type, bucket)
);

CREATE TABLE run_sync_state (
    director text NOT NULL,
    generation integer NOT NULL,
    generation_from bigint NOT NULL,
    mark bigint,
    filled_from bigint NOT NULL,
    baseline_at timestamptz(3),
    read_at timestamptz(3),
    failed_at timestamptz(3),
    failure text,
    history_until timestamptz(3),
    CONSTRAINT run_sync_state_pkey PRIMARY KEY (director)
);

CREATE TABLE run_kind (
    director text NOT NULL,
    status text NOT NULL,
    type text NOT NULL,
    level text NOT NULL,
    pool text NOT NULL,
    CONSTRAINT run_kind_pkey PRIMARY KEY (director, status, type, level, pool)
);

CREATE TABLE run_order (
    id uuid NOT NULL,
    caller text NOT NULL,
    key text,
    route text NOT NULL,
    body_hash text NOT NULL,
    director text NOT NULL,
    actor_kind text NOT NULL,
    actor_name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    state text NOT NULL,
    job_id integer,
    unique_name text,
    answer jsonb,
    placed_by integer,
    audit jsonb,
    restore jsonb,
    media jsonb,
    CONSTRAINT "PK_run_order" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX run_order_caller_key ON run_order (caller, key) WHERE key IS NOT NULL;
CREATE INDEX run_order_created_at ON run_order (created_at);
CREATE INDEX run_order_unrecorded_idx ON run_order (created_at) WHERE audit IS NOT NULL;

CREATE TABLE run_outlier (
    director text NOT NULL,
    unique_name text NOT NULL COLLATE "C",
    kind text NOT NULL COLLATE "C",
    usual bigint NOT NULL,
    value bigint NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT run_outlier_pkey PRIMARY KEY (director, unique_name, kind)
);
CREATE INDEX run_outlier_newest ON run_outlier (director, at, unique_name, kind);

CREATE TABLE run_pool_day (
    director text NOT NULL COLLATE "C",
    day date NOT NULL,
    pool text NOT NULL COLLATE "C",
    type text NOT NULL COLLATE "C",
    runs integer NOT NULL,
    files bigint NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT run_pool_day_pkey PRIMARY KEY (director, day, pool, type)
);
CREATE INDEX run_pool_day_by_pool ON run_pool_day (director, pool, day, type);

CREATE TABLE run_series (
    director text NOT NULL,
    job text NOT NULL,
    client text NOT NULL,
    status text NOT NULL,
    type text NOT NULL,
    level text NOT NULL,
    pool text NOT NULL,
    CONSTRAINT run_series_pkey PRIMARY KEY (director, job, client, status, type, level, pool)
);
CREATE INDEX run_series_client ON run_series (director, client);

CREATE TABLE run_span (
    director text NOT NULL,
    hours smallint NOT NULL,
    starts_at timestamptz(3) NOT NULL,
    generation integer NOT NULL,
    low integer NOT NULL,
    high integer NOT NULL,
    CONSTRAINT run_span_pkey PRIMARY KEY (director, hours, starts_at, generation)
);

CREATE TABLE last_success (
    director text NOT NULL,
    client text NOT NULL,
    job text NOT NULL,
    level text NOT NULL,
    ended_at timestamptz(3) NOT NULL,
    CONSTRAINT last_success_pkey PRIMARY KEY (director, client, job, level)
);

CREATE TABLE run_sum_day (
    director text NOT NULL COLLATE "C",
    day date NOT NULL,
    CONSTRAINT run_sum_day_pkey PRIMARY KEY (director)
);

CREATE TABLE run_counter (
    director text NOT NULL,
    type text NOT NULL,
    level text NOT NULL,
    status text NOT NULL,
    up_to integer NOT NULL,
    runs bigint NOT NULL,
    seconds bigint NOT NULL,
    CONSTRAINT run_counter_pkey PRIMARY KEY (director, type, level, status, up_to)
);

CREATE TABLE outlier_queue (
    director text NOT NULL,
    unique_name text NOT NULL,
    CONSTRAINT outlier_queue_pkey PRIMARY KEY (director, unique_name)
);

CREATE TABLE saved_filter (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    page text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT saved_filter_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_filter_user_id_page_name_idx ON saved_filter (user_id, page, name);

CREATE TABLE session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_seen_at timestamptz(3) NOT NULL,
    idle_expires_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3),
    ip text NOT NULL,
    user_agent text NOT NULL,
    CONSTRAINT session_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX session_token_hash_idx ON session (token_hash);
CREATE INDEX session_user_id_created_at_id_idx ON session (user_id, created_at, id);
CREATE INDEX session_expires_at_idx ON session (expires_at);

CREATE TABLE silence_evaluation_run (
    director text NOT NULL,
    evaluated_at timestamptz(3) NOT NULL,
    director_reachable boolean NOT NULL,
    CONSTRAINT silence_evaluation_run_pkey PRIMARY KEY (director)
);

CREATE TABLE duration_baseline (
    director text NOT NULL COLLATE "C",
    job text NOT NULL COLLATE "C",
    generation integer NOT NULL,
    job_id integer NOT NULL,
    seconds integer,
    CONSTRAINT duration_baseline_pkey PRIMARY KEY (director, job)
);

CREATE TABLE condition_state (
    key text NOT NULL,
    kind text NOT NULL,
    director text,
    is_active boolean NOT NULL,
    streak integer NOT NULL,
    streak_since timestamptz(3),
    since timestamptz(3),
    checked_at timestamptz(3),
    details jsonb NOT NULL,
    occurrence bigint DEFAULT nextval('condition_occurrence') NOT NULL,
    CONSTRAINT condition_state_pkey PRIMARY KEY (key)
);
CREATE INDEX condition_state_kind_director_idx ON condition_state (kind, director);

ALTER TABLE api_token ADD CONSTRAINT api_token_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES console_user(id);
ALTER TABLE configuration_change_file ADD CONSTRAINT configuration_change_file_change_id_fkey FOREIGN KEY (change_id) REFERENCES configuration_change(id) ON DELETE CASCADE;
ALTER TABLE known_address ADD CONSTRAINT known_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user(id);
ALTER TABLE one_time_link ADD CONSTRAINT one_time_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user(id);
ALTER TABLE saved_filter ADD CONSTRAINT saved_filter_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user(id) ON DELETE CASCADE;
ALTER TABLE session ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user(id);
