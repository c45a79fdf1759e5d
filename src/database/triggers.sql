-- Functions and triggers, created after schema.sql. Triggers update their tables in the transaction that writes the runs, for every writer.
--
-- A trigger of `run` fires once for each statement: a history of a million runs is written in portions of hundreds. Functions that
-- it calls do not see its transition tables, so that it passes them arrays. They are plpgsql, which keeps their plans for a session,
-- and each writes its rows in the order of their keys.

-- What ended runs add to the sums of days: `runs` is 1 for a run that came and -1 for one that went, with the signs of its figures.
CREATE TYPE run_change AS (
    director text, day date, client text, job text, type text, level text, status text, pool text,
    runs integer, files bigint, bytes bigint, seconds bigint, bucket integer
);

-- The same by the days that a run lies before the day at which the sums of clients stand.
CREATE TYPE client_change AS (
    director text, client text, type text, status text, age integer, runs integer, files bigint, bytes bigint
);

-- A run counts on the day, in UTC, on which its Director queued it. Buckets of durations grow by a tenth each, as domain/durations.ts
-- reads them.
CREATE FUNCTION changes_of(ends run[], sign integer) RETURNS run_change[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(director, (queued_at AT TIME ZONE 'UTC')::date, COALESCE(client, ''), job, type, level, status, pool,
      sign, sign * files, sign * bytes, sign * COALESCE(lasted, 0),
      CASE WHEN lasted < 1 THEN 0 ELSE 1 + floor(ln(lasted::float8) / ln(1.1::float8)) END)::run_change
    FROM (SELECT *, (CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint AS lasted
      FROM unnest(ends)) r);
END $$;

-- Keeps run_day equal to
--   SELECT director, day, type, level, status, count(*), sum(files), sum(bytes), sum(seconds) FROM run WHERE ended GROUP BY 1, 2, 3, 4, 5
CREATE FUNCTION add_to_run_days(changes run_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_day AS kept (director, day, type, level, status, runs, files, bytes, seconds)
  SELECT director, day, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds)
  FROM unnest(changes) GROUP BY director, day, type, level, status
  HAVING (sum(runs), sum(files), sum(bytes), sum(seconds)) <> (0, 0, 0, 0)
  ORDER BY director, day, type, level, status
  ON CONFLICT (director, day, type, level, status) DO UPDATE SET runs = kept.runs + excluded.runs,
    files = kept.files + excluded.files, bytes = kept.bytes + excluded.bytes, seconds = kept.seconds + excluded.seconds;
  DELETE FROM run_day kept USING (SELECT DISTINCT director, day FROM unnest(changes) WHERE runs < 0) went
  WHERE kept.director = went.director AND kept.day = went.day AND kept.runs = 0;
END $$;

-- Keeps run_client_day equal to the same by client and job as well; '' stands for no client.
CREATE FUNCTION add_to_client_days(changes run_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_client_day AS kept (director, day, client, job, type, level, status, runs, files, bytes, seconds)
  SELECT director, day, client, job, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds)
  FROM unnest(changes) GROUP BY director, day, client, job, type, level, status
  HAVING (sum(runs), sum(files), sum(bytes), sum(seconds)) <> (0, 0, 0, 0)
  ORDER BY director, day, client, job, type, level, status
  ON CONFLICT (director, day, client, job, type, level, status) DO UPDATE SET runs = kept.runs + excluded.runs,
    files = kept.files + excluded.files, bytes = kept.bytes + excluded.bytes, seconds = kept.seconds + excluded.seconds;
  DELETE FROM run_client_day kept USING (SELECT DISTINCT director, day FROM unnest(changes) WHERE runs < 0) went
  WHERE kept.director = went.director AND kept.day = went.day AND kept.runs = 0;
END $$;

-- Keeps run_pool_day equal to
--   SELECT director, day, pool, type, count(*), sum(files), sum(bytes) FROM run WHERE ended AND pool IS NOT NULL GROUP BY 1, 2, 3, 4
CREATE FUNCTION add_to_pool_days(changes run_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_pool_day AS kept (director, day, pool, type, runs, files, bytes)
  SELECT director, day, pool, type, sum(runs), sum(files), sum(bytes)
  FROM unnest(changes) WHERE pool IS NOT NULL GROUP BY director, day, pool, type
  HAVING (sum(runs), sum(files), sum(bytes)) <> (0, 0, 0)
  ORDER BY director, day, pool, type
  ON CONFLICT (director, day, pool, type) DO UPDATE SET runs = kept.runs + excluded.runs,
    files = kept.files + excluded.files, bytes = kept.bytes + excluded.bytes;
  DELETE FROM run_pool_day kept USING (SELECT DISTINCT director, day FROM unnest(changes) WHERE runs < 0) went
  WHERE kept.director = went.director AND kept.day = went.day AND kept.runs = 0;
END $$;

-- Keeps run_duration_day equal to
--   SELECT director, day, type, bucket, count(*) FROM run
--   WHERE status IN ('completed', 'warning') AND started_at IS NOT NULL AND ended_at IS NOT NULL GROUP BY 1, 2, 3, 4
CREATE FUNCTION add_to_duration_days(changes run_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_duration_day AS kept (director, day, type, bucket, runs)
  SELECT director, day, type, bucket, sum(runs)
  FROM unnest(changes) WHERE bucket IS NOT NULL AND status IN ('completed', 'warning') GROUP BY director, day, type, bucket
  HAVING sum(runs) <> 0
  ORDER BY director, day, type, bucket
  ON CONFLICT (director, day, type, bucket) DO UPDATE SET runs = kept.runs + excluded.runs;
  DELETE FROM run_duration_day kept USING (SELECT DISTINCT director, day FROM unnest(changes) WHERE runs < 0) went
  WHERE kept.director = went.director AND kept.day = went.day AND kept.runs = 0;
END $$;

-- Keeps run_client_sum equal to the sums, by client and type, of run_client_day over the last 7, 30 and 90 days (`age` 0 is the day
-- in run_sum_day) and over as many days before them.
CREATE FUNCTION add_to_client_sums(changes client_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_client_sum AS kept (director, client, type,
    week_completed, week_warning, week_error, week_canceled, week_files, week_bytes, week_runs_before, week_bytes_before,
    month_completed, month_warning, month_error, month_canceled, month_files, month_bytes, month_runs_before, month_bytes_before,
    quarter_completed, quarter_warning, quarter_error, quarter_canceled, quarter_files, quarter_bytes, quarter_runs_before,
    quarter_bytes_before)
  SELECT director, client, type,
    COALESCE(sum(runs) FILTER (WHERE age < 7 AND status = 'completed'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 7 AND status = 'warning'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 7 AND status = 'error'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 7 AND status = 'canceled'), 0),
    COALESCE(sum(files) FILTER (WHERE age < 7), 0),
    COALESCE(sum(bytes) FILTER (WHERE age < 7), 0),
    COALESCE(sum(runs) FILTER (WHERE age >= 7 AND age < 14), 0),
    COALESCE(sum(bytes) FILTER (WHERE age >= 7 AND age < 14), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 30 AND status = 'completed'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 30 AND status = 'warning'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 30 AND status = 'error'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 30 AND status = 'canceled'), 0),
    COALESCE(sum(files) FILTER (WHERE age < 30), 0),
    COALESCE(sum(bytes) FILTER (WHERE age < 30), 0),
    COALESCE(sum(runs) FILTER (WHERE age >= 30 AND age < 60), 0),
    COALESCE(sum(bytes) FILTER (WHERE age >= 30 AND age < 60), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 90 AND status = 'completed'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 90 AND status = 'warning'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 90 AND status = 'error'), 0),
    COALESCE(sum(runs) FILTER (WHERE age < 90 AND status = 'canceled'), 0),
    COALESCE(sum(files) FILTER (WHERE age < 90), 0),
    COALESCE(sum(bytes) FILTER (WHERE age < 90), 0),
    COALESCE(sum(runs) FILTER (WHERE age >= 90), 0),
    COALESCE(sum(bytes) FILTER (WHERE age >= 90), 0)
  FROM unnest(changes) WHERE age >= 0 AND age < 180
  GROUP BY director, client, type ORDER BY director, client, type
  ON CONFLICT (director, client, type) DO UPDATE SET
    week_completed = kept.week_completed + excluded.week_completed,
    week_warning = kept.week_warning + excluded.week_warning,
    week_error = kept.week_error + excluded.week_error,
    week_canceled = kept.week_canceled + excluded.week_canceled,
    week_files = kept.week_files + excluded.week_files,
    week_bytes = kept.week_bytes + excluded.week_bytes,
    week_runs_before = kept.week_runs_before + excluded.week_runs_before,
    week_bytes_before = kept.week_bytes_before + excluded.week_bytes_before,
    month_completed = kept.month_completed + excluded.month_completed,
    month_warning = kept.month_warning + excluded.month_warning,
    month_error = kept.month_error + excluded.month_error,
    month_canceled = kept.month_canceled + excluded.month_canceled,
    month_files = kept.month_files + excluded.month_files,
    month_bytes = kept.month_bytes + excluded.month_bytes,
    month_runs_before = kept.month_runs_before + excluded.month_runs_before,
    month_bytes_before = kept.month_bytes_before + excluded.month_bytes_before,
    quarter_completed = kept.quarter_completed + excluded.quarter_completed,
    quarter_warning = kept.quarter_warning + excluded.quarter_warning,
    quarter_error = kept.quarter_error + excluded.quarter_error,
    quarter_canceled = kept.quarter_canceled + excluded.quarter_canceled,
    quarter_files = kept.quarter_files + excluded.quarter_files,
    quarter_bytes = kept.quarter_bytes + excluded.quarter_bytes,
    quarter_runs_before = kept.quarter_runs_before + excluded.quarter_runs_before,
    quarter_bytes_before = kept.quarter_bytes_before + excluded.quarter_bytes_before;
END $$;

-- Keeps run_client_sum when runs change. The day of the sums is held in place meanwhile: else a run would be counted at the one day
-- and miss the move to the next.
CREATE FUNCTION keep_client_sums(changes run_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_sum_day SELECT DISTINCT director, (now() AT TIME ZONE 'UTC')::date FROM unnest(changes) c
  WHERE NOT EXISTS (SELECT FROM run_sum_day d WHERE d.director = c.director) ORDER BY director ON CONFLICT DO NOTHING;
  PERFORM FROM run_sum_day WHERE director IN (SELECT director FROM unnest(changes)) ORDER BY director FOR SHARE;
  PERFORM add_to_client_sums(ARRAY(
    SELECT ROW(c.director, c.client, c.type, c.status, d.day - c.day, c.runs, c.files, c.bytes)::client_change
    FROM unnest(changes) c JOIN run_sum_day d ON d.director = c.director WHERE c.client <> ''));
END $$;

-- Moves a Director's sums of clients to another day: of the days that lie at the edge of a span, what enters it is added and what
-- leaves it is taken away. Returns whether they stood at another day.
CREATE FUNCTION move_sums(of_director text, today date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was date;
  days date[];
BEGIN
  SELECT d.day INTO was FROM run_sum_day d WHERE d.director = of_director FOR UPDATE;
  IF was IS NULL OR was = today THEN RETURN false; END IF;
  days := ARRAY(SELECT DISTINCT least(was, today) - edge + step
    FROM unnest(ARRAY[0, 7, 14, 30, 60, 90, 180]) edge, generate_series(1, abs(today - was)) step);
  PERFORM add_to_client_sums(ARRAY(
    SELECT ROW(r.director, r.client, r.type, r.status, stand.day - r.day, sign * r.runs, sign * r.files, sign * r.bytes)::client_change
    FROM run_client_day r CROSS JOIN (VALUES (today, 1), (was, -1)) stand(day, sign)
    WHERE r.director = of_director AND r.day = ANY (days) AND r.client <> ''));
  DELETE FROM run_client_sum WHERE director = of_director AND quarter_runs_before = 0
    AND quarter_completed = 0 AND quarter_warning = 0 AND quarter_error = 0 AND quarter_canceled = 0;
  UPDATE run_sum_day SET day = today WHERE director = of_director;
  RETURN true;
END $$;

-- Keeps outlier_queue: backups that ended or changed, which a worker then compares with earlier ones. Writes also over a row that a
-- worker holds: what it read of the run is out of date.
CREATE FUNCTION queue_for_comparison(ends run[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outlier_queue (director, unique_name)
  SELECT director, unique_name FROM unnest(ends) WHERE type = 'Backup' ORDER BY director, unique_name
  ON CONFLICT (director, unique_name) DO UPDATE SET unique_name = excluded.unique_name;
END $$;

-- Keeps job_outcome equal to
--   SELECT director, job, client, COALESCE(fileset, ''),
--     max(ended_at) FILTER (WHERE reads_client AND is_good_backup(status_code, files, errors)),
--     max(COALESCE(ended_at, lost_at, queued_at)) FILTER (WHERE type = 'Backup' AND status = 'error')
--   FROM run WHERE ended AND client IS NOT NULL GROUP BY 1, 2, 3, 4
-- as it was at its latest: neither goes back when a run is pruned. A run whose catalog gave its job, client or fileset another name
-- counts under that name as well.
CREATE FUNCTION keep_job_outcomes(ends run[], ends_before run[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO job_outcome AS kept (director, job, client, fileset, good_at, failed_at)
  SELECT director, job, client, COALESCE(fileset, ''),
    max(ended_at) FILTER (WHERE is_good), max(COALESCE(ended_at, lost_at, queued_at)) FILTER (WHERE is_failed)
  FROM (SELECT *, reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL AS is_good,
      type = 'Backup' AND status = 'error' AS is_failed FROM unnest(ends)
    WHERE (director, unique_name, job, COALESCE(client, ''), COALESCE(fileset, ''), status, COALESCE(ended_at, '-infinity'), reads_client,
      is_good_backup(status_code, files, errors)) NOT IN (
      SELECT director, unique_name, job, COALESCE(client, ''), COALESCE(fileset, ''), status, COALESCE(ended_at, '-infinity'), reads_client,
        is_good_backup(status_code, files, errors)
      FROM unnest(ends_before))) r
  WHERE client IS NOT NULL AND (is_good OR is_failed)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (director, job, client, fileset) DO UPDATE SET
    good_at = GREATEST(kept.good_at, excluded.good_at), failed_at = GREATEST(kept.failed_at, excluded.failed_at)
  WHERE (kept.good_at, kept.failed_at) IS DISTINCT FROM
    (GREATEST(kept.good_at, excluded.good_at), GREATEST(kept.failed_at, excluded.failed_at));
END $$;

-- Keeps last_success equal to
--   SELECT director, client, job, level, max(ended_at) FROM run
--   WHERE type = 'Backup' AND is_good_backup(status_code, files, errors) AND client IS NOT NULL GROUP BY 1, 2, 3, 4
-- as it was at its latest.
CREATE FUNCTION keep_last_successes(ends run[], ends_before run[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO last_success AS kept (director, client, job, level, ended_at)
  SELECT director, client, job, level, max(ended_at) FROM unnest(ends)
  WHERE type = 'Backup' AND is_good_backup(status_code, files, errors) AND client IS NOT NULL AND ended_at IS NOT NULL
    AND (director, unique_name, job, COALESCE(client, ''), status) NOT IN (
      SELECT director, unique_name, job, COALESCE(client, ''), status FROM unnest(ends_before)
      WHERE is_good_backup(status_code, files, errors))
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (director, client, job, level) DO UPDATE SET ended_at = excluded.ended_at WHERE excluded.ended_at > kept.ended_at;
END $$;

-- Counts each end in run_counter once, by its duration: domain/run-durations.ts has the same bounds, each in its own bucket. A run that
-- had ended before the Director was first read is history: it would look as if all of it happened then. Catalogs keep whole seconds.
CREATE FUNCTION count_ends(ends run[], ends_before run[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_counter AS kept (director, type, level, status, up_to, runs, seconds)
  SELECT r.director, r.type, r.level, r.status,
    CASE WHEN r.lasted IS NULL THEN -1 ELSE (ARRAY[10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400, 2147483647])[
      width_bucket(r.lasted - 1, ARRAY[10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400]::bigint[]) + 1] END,
    count(*), COALESCE(sum(r.lasted), 0)
  FROM (SELECT *, CASE WHEN started_at IS NOT NULL AND ended_at IS NOT NULL
      THEN GREATEST(0, round(date_part('epoch', ended_at - started_at)))::bigint END AS lasted FROM unnest(ends)
    WHERE (director, unique_name, status) NOT IN (SELECT director, unique_name, status FROM unnest(ends_before))) r
  JOIN run_sync_state f ON f.director = r.director AND date_trunc('second', f.baseline_at) <= COALESCE(r.ended_at, r.lost_at, now())
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (director, type, level, status, up_to) DO UPDATE
    SET runs = kept.runs + excluded.runs, seconds = kept.seconds + excluded.seconds;
END $$;

-- Keeps run_series and run_kind, which hold at least
--   SELECT DISTINCT director, job, COALESCE(client, ''), status, type, level, COALESCE(pool, '') FROM run
-- and its kinds: nothing is taken away, and a series without runs costs a list one probe.
CREATE FUNCTION keep_run_series(written run[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH series AS (
    INSERT INTO run_series
    SELECT DISTINCT w.director, w.job, COALESCE(w.client, ''), w.status, w.type, w.level, COALESCE(w.pool, '') FROM unnest(written) w
    WHERE NOT EXISTS (SELECT FROM run_series s WHERE s.director = w.director AND s.job = w.job AND s.client = COALESCE(w.client, '')
      AND s.status = w.status AND s.type = w.type AND s.level = w.level AND s.pool = COALESCE(w.pool, ''))
    ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT DO NOTHING RETURNING *
  )
  INSERT INTO run_kind SELECT DISTINCT director, status, type, level, pool FROM series ORDER BY 1, 2, 3, 4, 5 ON CONFLICT DO NOTHING;
END $$;

-- Keeps run_span at least as wide as
--   SELECT director, hours, date_trunc(…, queued_at), generation, min(job_id), max(job_id) FROM run GROUP BY 1, 2, 3, 4
CREATE FUNCTION keep_run_spans(written run[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_span AS kept
  SELECT director, width, date_trunc(CASE width WHEN 1 THEN 'hour' ELSE 'day' END, queued_at, 'UTC'), generation, min(job_id), max(job_id)
  FROM unnest(written) CROSS JOIN unnest(ARRAY[1, 24]) AS width GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (director, hours, starts_at, generation) DO UPDATE
    SET low = least(kept.low, excluded.low), high = greatest(kept.high, excluded.high)
    WHERE kept.low > excluded.low OR kept.high < excluded.high;
END $$;

-- Sums of days and of clients, whenever ended runs come or go.
CREATE FUNCTION keep_run_sums(changes run_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changes) = 0 THEN RETURN; END IF;
  PERFORM add_to_run_days(changes);
  PERFORM add_to_client_days(changes);
  PERFORM add_to_pool_days(changes);
  PERFORM add_to_duration_days(changes);
  PERFORM keep_client_sums(changes);
END $$;

-- All that follows from runs that were written. What is counted once, and what never goes back, depends on how those stood that had
-- ended before; each looks them up by NOT IN, which is hashed, for a kept plan of a join would be that of the few rows it was made for.
CREATE FUNCTION runs_written(written run[], ends_before run[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ends run[] := ARRAY(SELECT ROW(r.*)::run FROM unnest(written) r WHERE r.ended);
BEGIN
  -- An INSERT ... ON CONFLICT fires both triggers, mostly one of them for no rows.
  IF cardinality(written) = 0 THEN RETURN; END IF;
  PERFORM keep_job_outcomes(ends, ends_before);
  PERFORM keep_run_sums(changes_of(ends, 1) || changes_of(ends_before, -1));
  PERFORM queue_for_comparison(ends);
  PERFORM count_ends(ends, ends_before);
  PERFORM keep_last_successes(ends, ends_before);
  PERFORM keep_run_series(written);
  PERFORM keep_run_spans(written);
END $$;

CREATE FUNCTION run_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM runs_written(ARRAY(SELECT ROW(r.*)::run FROM gained r), '{}');
  RETURN NULL;
END $$;

CREATE FUNCTION run_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM runs_written(ARRAY(SELECT ROW(r.*)::run FROM gained r), ARRAY(SELECT ROW(r.*)::run FROM gone r WHERE r.ended));
  RETURN NULL;
END $$;

CREATE FUNCTION run_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_run_sums(changes_of(ARRAY(SELECT ROW(r.*)::run FROM gone r WHERE r.ended), -1));
  RETURN NULL;
END $$;

CREATE TRIGGER run_inserted AFTER INSERT ON run REFERENCING NEW TABLE AS gained FOR EACH STATEMENT EXECUTE FUNCTION run_inserted();
-- An UPDATE of nothing but outliers, by keep_run_outliers, changes nothing that is kept; the run would be compared again for having
-- been compared.
CREATE TRIGGER run_updated AFTER UPDATE ON run REFERENCING OLD TABLE AS gone NEW TABLE AS gained FOR EACH STATEMENT
  WHEN (current_setting('console.marking', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION run_updated();
CREATE TRIGGER run_deleted AFTER DELETE ON run REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION run_deleted();

-- Keeps run.outliers equal to
--   SELECT jsonb_agg(jsonb_build_array(kind, usual, value) ORDER BY kind) FROM run_outlier GROUP BY director, unique_name
-- Looked up for each row of a list, they took as long as all else that was read of it. A role that owns nothing may not bind a setting
-- to a function, but set it. One by one, each by its key, regardless of the planner's estimate; the key of runs is in the order
-- of the database, that of outliers in the order of bytes.
CREATE FUNCTION keep_run_outliers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  compared record;
  found_outliers jsonb;
BEGIN
  PERFORM set_config('console.marking', 'on', true);
  FOR compared IN SELECT DISTINCT director, unique_name FROM changed ORDER BY director, unique_name LOOP
    SELECT jsonb_agg(jsonb_build_array(o.kind, o.usual, o.value) ORDER BY o.kind) INTO found_outliers
    FROM run_outlier o WHERE o.director = compared.director AND o.unique_name = compared.unique_name;
    UPDATE run SET outliers = found_outliers WHERE run.director = compared.director
      AND run.unique_name = compared.unique_name COLLATE "default" AND run.outliers IS DISTINCT FROM found_outliers;
  END LOOP;
  PERFORM set_config('console.marking', 'off', true);
  RETURN NULL;
END $$;

CREATE TRIGGER run_outlier_inserted AFTER INSERT ON run_outlier REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers();
CREATE TRIGGER run_outlier_updated AFTER UPDATE ON run_outlier REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers();
CREATE TRIGGER run_outlier_deleted AFTER DELETE ON run_outlier REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers();

-- Every new audit record waits to be sealed. The role of the console may not write audit_unsealed itself.
CREATE FUNCTION audit_mark_unsealed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
  INSERT INTO audit_unsealed (record_id, marked_at) SELECT id, clock_timestamp() FROM added;
  PERFORM pg_notify('audit_unsealed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER audit_record_mark_unsealed AFTER INSERT ON audit_record REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION audit_mark_unsealed();
