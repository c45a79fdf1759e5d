-- Functions and triggers. Each keeps a table equal to a query.

CREATE FUNCTION audit_mark_unsealed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    BEGIN
      INSERT INTO audit_unsealed (record_id, marked_at) SELECT id, clock_timestamp() FROM added;
      PERFORM pg_notify('audit_unsealed', '');
      RETURN NULL;
    END $$;

CREATE FUNCTION count_runs_on_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN IF NOT (EXISTS (SELECT FROM gone WHERE ended)) THEN RETURN NULL; END IF;
    WITH delta AS MATERIALIZED (SELECT * FROM (SELECT director, (queued_at AT TIME ZONE 'UTC')::date, COALESCE(client, ''), job, type, level, status, pool,
  -files, -bytes, -COALESCE((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint, 0),
  CASE WHEN (CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint < 1 THEN 0 ELSE 1 + floor(ln((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint::float8) / ln(1.1::float8)) END::integer, -1
  FROM gone WHERE ended) AS named(director, day, client, job, type, level, status, pool, files, bytes, seconds, bucket, runs)), part_0 AS (INSERT INTO run_client_day (director, day, client, job, type, level, status, runs, files, bytes, seconds)
    SELECT director, day, client, job, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds) FROM delta WHERE true
    GROUP BY director, day, client, job, type, level, status HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0 OR sum(seconds) <> 0
    ON CONFLICT (director, day, client, job, type, level, status) DO UPDATE SET
      runs = run_client_day.runs + excluded.runs, files = run_client_day.files + excluded.files, bytes = run_client_day.bytes + excluded.bytes, seconds = run_client_day.seconds + excluded.seconds), part_1 AS (INSERT INTO run_pool_day (director, day, pool, type, runs, files, bytes)
    SELECT director, day, pool, type, sum(runs), sum(files), sum(bytes) FROM delta WHERE pool IS NOT NULL
    GROUP BY director, day, pool, type HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0
    ON CONFLICT (director, day, pool, type) DO UPDATE SET
      runs = run_pool_day.runs + excluded.runs, files = run_pool_day.files + excluded.files, bytes = run_pool_day.bytes + excluded.bytes), part_2 AS (INSERT INTO run_duration_day (director, day, type, bucket, runs)
    SELECT director, day, type, bucket, sum(runs) FROM delta WHERE bucket IS NOT NULL AND status IN ('completed', 'warning')
    GROUP BY director, day, type, bucket HAVING sum(runs) <> 0
    ON CONFLICT (director, day, type, bucket) DO UPDATE SET
      runs = run_duration_day.runs + excluded.runs) INSERT INTO run_day (director, day, type, level, status, runs, files, bytes, seconds)
    SELECT director, day, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds) FROM delta WHERE true
    GROUP BY director, day, type, level, status HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0 OR sum(seconds) <> 0
    ON CONFLICT (director, day, type, level, status) DO UPDATE SET
      runs = run_day.runs + excluded.runs, files = run_day.files + excluded.files, bytes = run_day.bytes + excluded.bytes, seconds = run_day.seconds + excluded.seconds;
    IF EXISTS (SELECT FROM gone WHERE ended) THEN DELETE FROM run_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; DELETE FROM run_client_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; DELETE FROM run_pool_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; DELETE FROM run_duration_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; END IF;
     RETURN NULL; END $$;

CREATE FUNCTION count_runs_on_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN IF NOT (EXISTS (SELECT FROM gained WHERE ended)) THEN RETURN NULL; END IF;
    WITH delta AS MATERIALIZED (SELECT director, (queued_at AT TIME ZONE 'UTC')::date AS day, COALESCE(client, '') AS client, job, type, level, status, pool,
  files, bytes, COALESCE((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint, 0) AS seconds,
  CASE WHEN (CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint < 1 THEN 0 ELSE 1 + floor(ln((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint::float8) / ln(1.1::float8)) END::integer AS bucket, 1 AS runs FROM gained WHERE ended), part_0 AS (INSERT INTO run_client_day (director, day, client, job, type, level, status, runs, files, bytes, seconds)
    SELECT director, day, client, job, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds) FROM delta WHERE true
    GROUP BY director, day, client, job, type, level, status HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0 OR sum(seconds) <> 0
    ON CONFLICT (director, day, client, job, type, level, status) DO UPDATE SET
      runs = run_client_day.runs + excluded.runs, files = run_client_day.files + excluded.files, bytes = run_client_day.bytes + excluded.bytes, seconds = run_client_day.seconds + excluded.seconds), part_1 AS (INSERT INTO run_pool_day (director, day, pool, type, runs, files, bytes)
    SELECT director, day, pool, type, sum(runs), sum(files), sum(bytes) FROM delta WHERE pool IS NOT NULL
    GROUP BY director, day, pool, type HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0
    ON CONFLICT (director, day, pool, type) DO UPDATE SET
      runs = run_pool_day.runs + excluded.runs, files = run_pool_day.files + excluded.files, bytes = run_pool_day.bytes + excluded.bytes), part_2 AS (INSERT INTO run_duration_day (director, day, type, bucket, runs)
    SELECT director, day, type, bucket, sum(runs) FROM delta WHERE bucket IS NOT NULL AND status IN ('completed', 'warning')
    GROUP BY director, day, type, bucket HAVING sum(runs) <> 0
    ON CONFLICT (director, day, type, bucket) DO UPDATE SET
      runs = run_duration_day.runs + excluded.runs) INSERT INTO run_day (director, day, type, level, status, runs, files, bytes, seconds)
    SELECT director, day, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds) FROM delta WHERE true
    GROUP BY director, day, type, level, status HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0 OR sum(seconds) <> 0
    ON CONFLICT (director, day, type, level, status) DO UPDATE SET
      runs = run_day.runs + excluded.runs, files = run_day.files + excluded.files, bytes = run_day.bytes + excluded.bytes, seconds = run_day.seconds + excluded.seconds;
    
    INSERT INTO run_unweighed (director, unique_name)
  SELECT director, unique_name FROM gained WHERE ended AND type = 'Backup'
  ON CONFLICT (director, unique_name) DO UPDATE SET unique_name = excluded.unique_name; RETURN NULL; END $$;

CREATE FUNCTION count_runs_on_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN IF NOT (EXISTS (SELECT FROM gained WHERE ended) OR EXISTS (SELECT FROM gone WHERE ended)) THEN RETURN NULL; END IF;
    WITH delta AS MATERIALIZED (SELECT director, (queued_at AT TIME ZONE 'UTC')::date AS day, COALESCE(client, '') AS client, job, type, level, status, pool,
  files, bytes, COALESCE((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint, 0) AS seconds,
  CASE WHEN (CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint < 1 THEN 0 ELSE 1 + floor(ln((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint::float8) / ln(1.1::float8)) END::integer AS bucket, 1 AS runs FROM gained WHERE ended UNION ALL SELECT director, (queued_at AT TIME ZONE 'UTC')::date, COALESCE(client, ''), job, type, level, status, pool,
  -files, -bytes, -COALESCE((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint, 0),
  CASE WHEN (CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint < 1 THEN 0 ELSE 1 + floor(ln((CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint::float8) / ln(1.1::float8)) END::integer, -1 AS runs
  FROM gone WHERE ended), part_0 AS (INSERT INTO run_client_day (director, day, client, job, type, level, status, runs, files, bytes, seconds)
    SELECT director, day, client, job, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds) FROM delta WHERE true
    GROUP BY director, day, client, job, type, level, status HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0 OR sum(seconds) <> 0
    ON CONFLICT (director, day, client, job, type, level, status) DO UPDATE SET
      runs = run_client_day.runs + excluded.runs, files = run_client_day.files + excluded.files, bytes = run_client_day.bytes + excluded.bytes, seconds = run_client_day.seconds + excluded.seconds), part_1 AS (INSERT INTO run_pool_day (director, day, pool, type, runs, files, bytes)
    SELECT director, day, pool, type, sum(runs), sum(files), sum(bytes) FROM delta WHERE pool IS NOT NULL
    GROUP BY director, day, pool, type HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0
    ON CONFLICT (director, day, pool, type) DO UPDATE SET
      runs = run_pool_day.runs + excluded.runs, files = run_pool_day.files + excluded.files, bytes = run_pool_day.bytes + excluded.bytes), part_2 AS (INSERT INTO run_duration_day (director, day, type, bucket, runs)
    SELECT director, day, type, bucket, sum(runs) FROM delta WHERE bucket IS NOT NULL AND status IN ('completed', 'warning')
    GROUP BY director, day, type, bucket HAVING sum(runs) <> 0
    ON CONFLICT (director, day, type, bucket) DO UPDATE SET
      runs = run_duration_day.runs + excluded.runs) INSERT INTO run_day (director, day, type, level, status, runs, files, bytes, seconds)
    SELECT director, day, type, level, status, sum(runs), sum(files), sum(bytes), sum(seconds) FROM delta WHERE true
    GROUP BY director, day, type, level, status HAVING sum(runs) <> 0 OR sum(files) <> 0 OR sum(bytes) <> 0 OR sum(seconds) <> 0
    ON CONFLICT (director, day, type, level, status) DO UPDATE SET
      runs = run_day.runs + excluded.runs, files = run_day.files + excluded.files, bytes = run_day.bytes + excluded.bytes, seconds = run_day.seconds + excluded.seconds;
    IF EXISTS (SELECT FROM gone WHERE ended) THEN DELETE FROM run_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; DELETE FROM run_client_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; DELETE FROM run_pool_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; DELETE FROM run_duration_day emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0; END IF;
    INSERT INTO run_unweighed (director, unique_name)
  SELECT director, unique_name FROM gained WHERE ended AND type = 'Backup'
  ON CONFLICT (director, unique_name) DO UPDATE SET unique_name = excluded.unique_name; RETURN NULL; END $$;

CREATE FUNCTION keep_outcomes_of_inserted_runs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        INSERT INTO job_outcome (director, job, client, fileset, good_at, failed_at)
    SELECT director, job, client, COALESCE(fileset, ''), max(ended_at) FILTER (WHERE reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL),
      max(COALESCE(ended_at, lost_at, queued_at)) FILTER (WHERE type = 'Backup' AND status = 'error')
    FROM (SELECT * FROM fresh WHERE ended) r WHERE client IS NOT NULL AND ((reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL) OR (type = 'Backup' AND status = 'error'))
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (director, job, client, fileset) DO UPDATE SET
      good_at = GREATEST(job_outcome.good_at, excluded.good_at),
      failed_at = GREATEST(job_outcome.failed_at, excluded.failed_at)
    WHERE (job_outcome.good_at, job_outcome.failed_at) IS DISTINCT FROM
      (GREATEST(job_outcome.good_at, excluded.good_at), GREATEST(job_outcome.failed_at, excluded.failed_at));
        RETURN NULL;
      END $$;

CREATE FUNCTION keep_outcomes_of_updated_runs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        INSERT INTO job_outcome (director, job, client, fileset, good_at, failed_at)
    SELECT director, job, client, COALESCE(fileset, ''), max(ended_at) FILTER (WHERE reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL),
      max(COALESCE(ended_at, lost_at, queued_at)) FILTER (WHERE type = 'Backup' AND status = 'error')
    FROM (SELECT fresh.* FROM fresh JOIN stale USING (director, unique_name)
    WHERE fresh.ended AND (stale.ended, stale.status, stale.ended_at, stale.reads_client, is_good_backup(stale.status_code, stale.files, stale.errors))
      IS DISTINCT FROM (fresh.ended, fresh.status, fresh.ended_at, fresh.reads_client, is_good_backup(fresh.status_code, fresh.files, fresh.errors))) r WHERE client IS NOT NULL AND ((reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL) OR (type = 'Backup' AND status = 'error'))
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (director, job, client, fileset) DO UPDATE SET
      good_at = GREATEST(job_outcome.good_at, excluded.good_at),
      failed_at = GREATEST(job_outcome.failed_at, excluded.failed_at)
    WHERE (job_outcome.good_at, job_outcome.failed_at) IS DISTINCT FROM
      (GREATEST(job_outcome.good_at, excluded.good_at), GREATEST(job_outcome.failed_at, excluded.failed_at));
        RETURN NULL;
      END $$;

CREATE FUNCTION keep_run_lists() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH series AS (
    INSERT INTO run_series
    SELECT DISTINCT w.director, w.job, coalesce(w.client, ''), w.status, w.type, w.level, coalesce(w.pool, '') FROM written w
    WHERE NOT EXISTS (SELECT FROM run_series s WHERE s.director = w.director AND s.job = w.job
      AND s.client = coalesce(w.client, '') AND s.status = w.status AND s.type = w.type AND s.level = w.level
      AND s.pool = coalesce(w.pool, ''))
    ON CONFLICT DO NOTHING RETURNING *
  )
  INSERT INTO run_kind SELECT DISTINCT director, status, type, level, pool FROM series ON CONFLICT DO NOTHING;
  INSERT INTO run_span AS known
  SELECT director, width, date_trunc(CASE width WHEN 1 THEN 'hour' ELSE 'day' END, queued_at, 'UTC') AS at, generation,
    min(job_id), max(job_id)
  FROM written CROSS JOIN unnest(ARRAY[1, 24]) AS width GROUP BY director, width, at, generation
  ORDER BY director, width, at, generation
  ON CONFLICT (director, hours, starts_at, generation) DO UPDATE
    SET low = least(known.low, excluded.low), high = greatest(known.high, excluded.high)
    WHERE known.low > excluded.low OR known.high < excluded.high;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_run_outliers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE weighed record;
BEGIN
  PERFORM set_config('console.marking', 'on', true);
  FOR weighed IN SELECT DISTINCT director, unique_name FROM changed ORDER BY director, unique_name LOOP
    UPDATE run SET outliers = (SELECT jsonb_agg(jsonb_build_array(o.kind, o.usual, o.value) ORDER BY o.kind)
  FROM run_outlier o WHERE o.director = weighed.director AND o.unique_name = weighed.unique_name)
    WHERE run.director = weighed.director AND run.unique_name = weighed.unique_name COLLATE "default"
      AND run.outliers IS DISTINCT FROM (SELECT jsonb_agg(jsonb_build_array(o.kind, o.usual, o.value) ORDER BY o.kind)
  FROM run_outlier o WHERE o.director = weighed.director AND o.unique_name = weighed.unique_name);
  END LOOP;
  PERFORM set_config('console.marking', 'off', true);
  RETURN NULL;
END $$;

CREATE FUNCTION move_sums(of_director text, today date) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
    DECLARE
      was date;
      days date[];
    BEGIN
      SELECT d.day INTO was FROM run_sum_day d WHERE d.director = of_director FOR UPDATE;
      IF was IS NULL OR was = today THEN RETURN false; END IF;
      days := ARRAY(SELECT DISTINCT least(was, today) - edge + step
        FROM unnest(ARRAY[0, 7, 14, 30, 60, 90, 180]) edge, generate_series(1, abs(today - was)) step);
      INSERT INTO run_client_sum AS known (director, client, type, week_completed, week_warning, week_error, week_canceled, week_files, week_bytes, week_runs_before, week_bytes_before, month_completed, month_warning, month_error, month_canceled, month_files, month_bytes, month_runs_before, month_bytes_before, quarter_completed, quarter_warning, quarter_error, quarter_canceled, quarter_files, quarter_bytes, quarter_runs_before, quarter_bytes_before) SELECT director, client, type, COALESCE(sum(runs * ((day > today - 7 AND day <= today - 0)::integer - (day > was - 7 AND day <= was - 0)::integer)) FILTER (WHERE status = 'completed'), 0), COALESCE(sum(runs * ((day > today - 7 AND day <= today - 0)::integer - (day > was - 7 AND day <= was - 0)::integer)) FILTER (WHERE status = 'warning'), 0), COALESCE(sum(runs * ((day > today - 7 AND day <= today - 0)::integer - (day > was - 7 AND day <= was - 0)::integer)) FILTER (WHERE status = 'error'), 0), COALESCE(sum(runs * ((day > today - 7 AND day <= today - 0)::integer - (day > was - 7 AND day <= was - 0)::integer)) FILTER (WHERE status = 'canceled'), 0), COALESCE(sum(files * ((day > today - 7 AND day <= today - 0)::integer - (day > was - 7 AND day <= was - 0)::integer)), 0), COALESCE(sum(bytes * ((day > today - 7 AND day <= today - 0)::integer - (day > was - 7 AND day <= was - 0)::integer)), 0), COALESCE(sum(runs * ((day > today - 14 AND day <= today - 7)::integer - (day > was - 14 AND day <= was - 7)::integer)), 0), COALESCE(sum(bytes * ((day > today - 14 AND day <= today - 7)::integer - (day > was - 14 AND day <= was - 7)::integer)), 0), COALESCE(sum(runs * ((day > today - 30 AND day <= today - 0)::integer - (day > was - 30 AND day <= was - 0)::integer)) FILTER (WHERE status = 'completed'), 0), COALESCE(sum(runs * ((day > today - 30 AND day <= today - 0)::integer - (day > was - 30 AND day <= was - 0)::integer)) FILTER (WHERE status = 'warning'), 0), COALESCE(sum(runs * ((day > today - 30 AND day <= today - 0)::integer - (day > was - 30 AND day <= was - 0)::integer)) FILTER (WHERE status = 'error'), 0), COALESCE(sum(runs * ((day > today - 30 AND day <= today - 0)::integer - (day > was - 30 AND day <= was - 0)::integer)) FILTER (WHERE status = 'canceled'), 0), COALESCE(sum(files * ((day > today - 30 AND day <= today - 0)::integer - (day > was - 30 AND day <= was - 0)::integer)), 0), COALESCE(sum(bytes * ((day > today - 30 AND day <= today - 0)::integer - (day > was - 30 AND day <= was - 0)::integer)), 0), COALESCE(sum(runs * ((day > today - 60 AND day <= today - 30)::integer - (day > was - 60 AND day <= was - 30)::integer)), 0), COALESCE(sum(bytes * ((day > today - 60 AND day <= today - 30)::integer - (day > was - 60 AND day <= was - 30)::integer)), 0), COALESCE(sum(runs * ((day > today - 90 AND day <= today - 0)::integer - (day > was - 90 AND day <= was - 0)::integer)) FILTER (WHERE status = 'completed'), 0), COALESCE(sum(runs * ((day > today - 90 AND day <= today - 0)::integer - (day > was - 90 AND day <= was - 0)::integer)) FILTER (WHERE status = 'warning'), 0), COALESCE(sum(runs * ((day > today - 90 AND day <= today - 0)::integer - (day > was - 90 AND day <= was - 0)::integer)) FILTER (WHERE status = 'error'), 0), COALESCE(sum(runs * ((day > today - 90 AND day <= today - 0)::integer - (day > was - 90 AND day <= was - 0)::integer)) FILTER (WHERE status = 'canceled'), 0), COALESCE(sum(files * ((day > today - 90 AND day <= today - 0)::integer - (day > was - 90 AND day <= was - 0)::integer)), 0), COALESCE(sum(bytes * ((day > today - 90 AND day <= today - 0)::integer - (day > was - 90 AND day <= was - 0)::integer)), 0), COALESCE(sum(runs * ((day > today - 180 AND day <= today - 90)::integer - (day > was - 180 AND day <= was - 90)::integer)), 0), COALESCE(sum(bytes * ((day > today - 180 AND day <= today - 90)::integer - (day > was - 180 AND day <= was - 90)::integer)), 0)
      FROM run_client_day WHERE director = of_director AND day = ANY (days) AND client <> '' GROUP BY director, client, type ORDER BY director, client, type ON CONFLICT (director, client, type) DO UPDATE SET
    week_completed = known.week_completed + excluded.week_completed, week_warning = known.week_warning + excluded.week_warning, week_error = known.week_error + excluded.week_error, week_canceled = known.week_canceled + excluded.week_canceled, week_files = known.week_files + excluded.week_files, week_bytes = known.week_bytes + excluded.week_bytes, week_runs_before = known.week_runs_before + excluded.week_runs_before, week_bytes_before = known.week_bytes_before + excluded.week_bytes_before, month_completed = known.month_completed + excluded.month_completed, month_warning = known.month_warning + excluded.month_warning, month_error = known.month_error + excluded.month_error, month_canceled = known.month_canceled + excluded.month_canceled, month_files = known.month_files + excluded.month_files, month_bytes = known.month_bytes + excluded.month_bytes, month_runs_before = known.month_runs_before + excluded.month_runs_before, month_bytes_before = known.month_bytes_before + excluded.month_bytes_before, quarter_completed = known.quarter_completed + excluded.quarter_completed, quarter_warning = known.quarter_warning + excluded.quarter_warning, quarter_error = known.quarter_error + excluded.quarter_error, quarter_canceled = known.quarter_canceled + excluded.quarter_canceled, quarter_files = known.quarter_files + excluded.quarter_files, quarter_bytes = known.quarter_bytes + excluded.quarter_bytes, quarter_runs_before = known.quarter_runs_before + excluded.quarter_runs_before, quarter_bytes_before = known.quarter_bytes_before + excluded.quarter_bytes_before;
    DELETE FROM run_client_sum WHERE director = of_director AND quarter_runs_before = 0
      AND quarter_completed = 0 AND quarter_warning = 0 AND quarter_error = 0 AND quarter_canceled = 0;
 
    
      UPDATE run_sum_day SET day = today WHERE director = of_director;
      RETURN true;
    END $$;

CREATE FUNCTION sum_runs_on_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN IF NOT (EXISTS (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended)) THEN RETURN NULL; END IF;
    INSERT INTO run_sum_day SELECT DISTINCT director, (now() AT TIME ZONE 'UTC')::date FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended) r
      WHERE NOT EXISTS (SELECT FROM run_sum_day d WHERE d.director = r.director) ORDER BY director ON CONFLICT DO NOTHING;
    PERFORM FROM run_sum_day WHERE director IN (SELECT director FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended) r) ORDER BY director FOR SHARE;
    INSERT INTO run_client_sum AS known (director, client, type, week_completed, week_warning, week_error, week_canceled, week_files, week_bytes, week_runs_before, week_bytes_before, month_completed, month_warning, month_error, month_canceled, month_files, month_bytes, month_runs_before, month_bytes_before, quarter_completed, quarter_warning, quarter_error, quarter_canceled, quarter_files, quarter_bytes, quarter_runs_before, quarter_bytes_before) SELECT r.director, client, type, COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 14 AND day <= d.at - 7), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 14 AND day <= d.at - 7), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 60 AND day <= d.at - 30), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 60 AND day <= d.at - 30), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 180 AND day <= d.at - 90), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 180 AND day <= d.at - 90), 0)
      FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended) r JOIN (SELECT director, day AS at FROM run_sum_day) d USING (director)
      WHERE client <> '' AND day > d.at - 180 AND day <= d.at GROUP BY r.director, client, type ORDER BY r.director, client, type ON CONFLICT (director, client, type) DO UPDATE SET
    week_completed = known.week_completed + excluded.week_completed, week_warning = known.week_warning + excluded.week_warning, week_error = known.week_error + excluded.week_error, week_canceled = known.week_canceled + excluded.week_canceled, week_files = known.week_files + excluded.week_files, week_bytes = known.week_bytes + excluded.week_bytes, week_runs_before = known.week_runs_before + excluded.week_runs_before, week_bytes_before = known.week_bytes_before + excluded.week_bytes_before, month_completed = known.month_completed + excluded.month_completed, month_warning = known.month_warning + excluded.month_warning, month_error = known.month_error + excluded.month_error, month_canceled = known.month_canceled + excluded.month_canceled, month_files = known.month_files + excluded.month_files, month_bytes = known.month_bytes + excluded.month_bytes, month_runs_before = known.month_runs_before + excluded.month_runs_before, month_bytes_before = known.month_bytes_before + excluded.month_bytes_before, quarter_completed = known.quarter_completed + excluded.quarter_completed, quarter_warning = known.quarter_warning + excluded.quarter_warning, quarter_error = known.quarter_error + excluded.quarter_error, quarter_canceled = known.quarter_canceled + excluded.quarter_canceled, quarter_files = known.quarter_files + excluded.quarter_files, quarter_bytes = known.quarter_bytes + excluded.quarter_bytes, quarter_runs_before = known.quarter_runs_before + excluded.quarter_runs_before, quarter_bytes_before = known.quarter_bytes_before + excluded.quarter_bytes_before;
  RETURN NULL; END $$;

CREATE FUNCTION sum_runs_on_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN IF NOT (EXISTS (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended)) THEN RETURN NULL; END IF;
    INSERT INTO run_sum_day SELECT DISTINCT director, (now() AT TIME ZONE 'UTC')::date FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended) r
      WHERE NOT EXISTS (SELECT FROM run_sum_day d WHERE d.director = r.director) ORDER BY director ON CONFLICT DO NOTHING;
    PERFORM FROM run_sum_day WHERE director IN (SELECT director FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended) r) ORDER BY director FOR SHARE;
    INSERT INTO run_client_sum AS known (director, client, type, week_completed, week_warning, week_error, week_canceled, week_files, week_bytes, week_runs_before, week_bytes_before, month_completed, month_warning, month_error, month_canceled, month_files, month_bytes, month_runs_before, month_bytes_before, quarter_completed, quarter_warning, quarter_error, quarter_canceled, quarter_files, quarter_bytes, quarter_runs_before, quarter_bytes_before) SELECT r.director, client, type, COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 14 AND day <= d.at - 7), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 14 AND day <= d.at - 7), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 60 AND day <= d.at - 30), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 60 AND day <= d.at - 30), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 180 AND day <= d.at - 90), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 180 AND day <= d.at - 90), 0)
      FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended) r JOIN (SELECT director, day AS at FROM run_sum_day) d USING (director)
      WHERE client <> '' AND day > d.at - 180 AND day <= d.at GROUP BY r.director, client, type ORDER BY r.director, client, type ON CONFLICT (director, client, type) DO UPDATE SET
    week_completed = known.week_completed + excluded.week_completed, week_warning = known.week_warning + excluded.week_warning, week_error = known.week_error + excluded.week_error, week_canceled = known.week_canceled + excluded.week_canceled, week_files = known.week_files + excluded.week_files, week_bytes = known.week_bytes + excluded.week_bytes, week_runs_before = known.week_runs_before + excluded.week_runs_before, week_bytes_before = known.week_bytes_before + excluded.week_bytes_before, month_completed = known.month_completed + excluded.month_completed, month_warning = known.month_warning + excluded.month_warning, month_error = known.month_error + excluded.month_error, month_canceled = known.month_canceled + excluded.month_canceled, month_files = known.month_files + excluded.month_files, month_bytes = known.month_bytes + excluded.month_bytes, month_runs_before = known.month_runs_before + excluded.month_runs_before, month_bytes_before = known.month_bytes_before + excluded.month_bytes_before, quarter_completed = known.quarter_completed + excluded.quarter_completed, quarter_warning = known.quarter_warning + excluded.quarter_warning, quarter_error = known.quarter_error + excluded.quarter_error, quarter_canceled = known.quarter_canceled + excluded.quarter_canceled, quarter_files = known.quarter_files + excluded.quarter_files, quarter_bytes = known.quarter_bytes + excluded.quarter_bytes, quarter_runs_before = known.quarter_runs_before + excluded.quarter_runs_before, quarter_bytes_before = known.quarter_bytes_before + excluded.quarter_bytes_before;
  RETURN NULL; END $$;

CREATE FUNCTION sum_runs_on_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN IF NOT (EXISTS (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended) OR EXISTS (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended)) THEN RETURN NULL; END IF;
    INSERT INTO run_sum_day SELECT DISTINCT director, (now() AT TIME ZONE 'UTC')::date FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended UNION ALL SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended) r
      WHERE NOT EXISTS (SELECT FROM run_sum_day d WHERE d.director = r.director) ORDER BY director ON CONFLICT DO NOTHING;
    PERFORM FROM run_sum_day WHERE director IN (SELECT director FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended UNION ALL SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended) r) ORDER BY director FOR SHARE;
    INSERT INTO run_client_sum AS known (director, client, type, week_completed, week_warning, week_error, week_canceled, week_files, week_bytes, week_runs_before, week_bytes_before, month_completed, month_warning, month_error, month_canceled, month_files, month_bytes, month_runs_before, month_bytes_before, quarter_completed, quarter_warning, quarter_error, quarter_canceled, quarter_files, quarter_bytes, quarter_runs_before, quarter_bytes_before) SELECT r.director, client, type, COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 7 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 14 AND day <= d.at - 7), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 14 AND day <= d.at - 7), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 30 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 60 AND day <= d.at - 30), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 60 AND day <= d.at - 30), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'completed'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'warning'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'error'), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0 AND status = 'canceled'), 0), COALESCE(sum(files) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 90 AND day <= d.at - 0), 0), COALESCE(sum(runs) FILTER (WHERE day > d.at - 180 AND day <= d.at - 90), 0), COALESCE(sum(bytes) FILTER (WHERE day > d.at - 180 AND day <= d.at - 90), 0)
      FROM (SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, 1 AS runs, files, bytes, COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gained WHERE ended UNION ALL SELECT director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status, -1 AS runs, -files AS files, -bytes AS bytes, -COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint AS seconds FROM gone WHERE ended) r JOIN (SELECT director, day AS at FROM run_sum_day) d USING (director)
      WHERE client <> '' AND day > d.at - 180 AND day <= d.at GROUP BY r.director, client, type ORDER BY r.director, client, type ON CONFLICT (director, client, type) DO UPDATE SET
    week_completed = known.week_completed + excluded.week_completed, week_warning = known.week_warning + excluded.week_warning, week_error = known.week_error + excluded.week_error, week_canceled = known.week_canceled + excluded.week_canceled, week_files = known.week_files + excluded.week_files, week_bytes = known.week_bytes + excluded.week_bytes, week_runs_before = known.week_runs_before + excluded.week_runs_before, week_bytes_before = known.week_bytes_before + excluded.week_bytes_before, month_completed = known.month_completed + excluded.month_completed, month_warning = known.month_warning + excluded.month_warning, month_error = known.month_error + excluded.month_error, month_canceled = known.month_canceled + excluded.month_canceled, month_files = known.month_files + excluded.month_files, month_bytes = known.month_bytes + excluded.month_bytes, month_runs_before = known.month_runs_before + excluded.month_runs_before, month_bytes_before = known.month_bytes_before + excluded.month_bytes_before, quarter_completed = known.quarter_completed + excluded.quarter_completed, quarter_warning = known.quarter_warning + excluded.quarter_warning, quarter_error = known.quarter_error + excluded.quarter_error, quarter_canceled = known.quarter_canceled + excluded.quarter_canceled, quarter_files = known.quarter_files + excluded.quarter_files, quarter_bytes = known.quarter_bytes + excluded.quarter_bytes, quarter_runs_before = known.quarter_runs_before + excluded.quarter_runs_before, quarter_bytes_before = known.quarter_bytes_before + excluded.quarter_bytes_before;
  RETURN NULL; END $$;

CREATE FUNCTION tally_inserted_runs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        INSERT INTO run_tally (director, type, level, status, up_to, runs, seconds)
    SELECT r.director, r.type, r.level, r.status,
      CASE WHEN r.seconds IS NULL THEN -1
        ELSE (ARRAY[10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400, 2147483647])[width_bucket(r.seconds - 1, ARRAY[10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400]::bigint[]) + 1] END,
      count(*), COALESCE(sum(r.seconds), 0)
    FROM (SELECT *, CASE WHEN started_at IS NOT NULL AND ended_at IS NOT NULL
        THEN GREATEST(0, round(date_part('epoch', ended_at - started_at)))::bigint END AS seconds FROM (SELECT * FROM fresh WHERE ended) e) r
    JOIN run_feed f ON f.director = r.director AND date_trunc('second', f.baseline_at) <= COALESCE(r.ended_at, r.lost_at, now())
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (director, type, level, status, up_to)
      DO UPDATE SET runs = run_tally.runs + excluded.runs, seconds = run_tally.seconds + excluded.seconds;
        INSERT INTO run_success (director, client, job, level, ended_at)
    SELECT director, client, job, level, newest.ended_at
    FROM (SELECT director, client, job, level, max(ended_at) AS ended_at FROM (SELECT * FROM fresh WHERE ended) r
      WHERE type = 'Backup' AND is_good_backup(status_code, files, errors) AND client IS NOT NULL AND ended_at IS NOT NULL
      GROUP BY 1, 2, 3, 4) newest
    LEFT JOIN run_success known USING (director, client, job, level)
    WHERE known.ended_at IS NULL OR newest.ended_at > known.ended_at
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (director, client, job, level) DO UPDATE SET ended_at = excluded.ended_at
      WHERE excluded.ended_at > run_success.ended_at;
        RETURN NULL;
      END $$;

CREATE FUNCTION tally_updated_runs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        INSERT INTO run_tally (director, type, level, status, up_to, runs, seconds)
    SELECT r.director, r.type, r.level, r.status,
      CASE WHEN r.seconds IS NULL THEN -1
        ELSE (ARRAY[10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400, 2147483647])[width_bucket(r.seconds - 1, ARRAY[10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400]::bigint[]) + 1] END,
      count(*), COALESCE(sum(r.seconds), 0)
    FROM (SELECT *, CASE WHEN started_at IS NOT NULL AND ended_at IS NOT NULL
        THEN GREATEST(0, round(date_part('epoch', ended_at - started_at)))::bigint END AS seconds FROM (SELECT fresh.* FROM fresh JOIN stale USING (director, unique_name)
    WHERE fresh.ended AND (NOT stale.ended OR stale.status <> fresh.status)) e) r
    JOIN run_feed f ON f.director = r.director AND date_trunc('second', f.baseline_at) <= COALESCE(r.ended_at, r.lost_at, now())
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (director, type, level, status, up_to)
      DO UPDATE SET runs = run_tally.runs + excluded.runs, seconds = run_tally.seconds + excluded.seconds;
        INSERT INTO run_success (director, client, job, level, ended_at)
    SELECT director, client, job, level, newest.ended_at
    FROM (SELECT director, client, job, level, max(ended_at) AS ended_at FROM (SELECT fresh.* FROM fresh JOIN stale USING (director, unique_name)
    WHERE fresh.ended AND (NOT stale.ended OR stale.status <> fresh.status OR is_good_backup(stale.status_code, stale.files, stale.errors) <> is_good_backup(fresh.status_code, fresh.files, fresh.errors))) r
      WHERE type = 'Backup' AND is_good_backup(status_code, files, errors) AND client IS NOT NULL AND ended_at IS NOT NULL
      GROUP BY 1, 2, 3, 4) newest
    LEFT JOIN run_success known USING (director, client, job, level)
    WHERE known.ended_at IS NULL OR newest.ended_at > known.ended_at
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (director, client, job, level) DO UPDATE SET ended_at = excluded.ended_at
      WHERE excluded.ended_at > run_success.ended_at;
        RETURN NULL;
      END $$;

CREATE TRIGGER audit_record_mark_unsealed AFTER INSERT ON audit_record REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audit_mark_unsealed();

CREATE TRIGGER job_outcome_insert AFTER INSERT ON run REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_outcomes_of_inserted_runs();

CREATE TRIGGER job_outcome_update AFTER UPDATE ON run REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_outcomes_of_updated_runs();

CREATE TRIGGER run_counted_on_delete AFTER DELETE ON run REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_runs_on_delete();

CREATE TRIGGER run_counted_on_insert AFTER INSERT ON run REFERENCING NEW TABLE AS gained FOR EACH STATEMENT EXECUTE FUNCTION count_runs_on_insert();

CREATE TRIGGER run_counted_on_update AFTER UPDATE ON run REFERENCING OLD TABLE AS gone NEW TABLE AS gained FOR EACH STATEMENT WHEN ((current_setting('console.marking'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION count_runs_on_update();

CREATE TRIGGER run_inserted AFTER INSERT ON run REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_run_lists();

CREATE TRIGGER run_summed_on_delete AFTER DELETE ON run REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_runs_on_delete();

CREATE TRIGGER run_summed_on_insert AFTER INSERT ON run REFERENCING NEW TABLE AS gained FOR EACH STATEMENT EXECUTE FUNCTION sum_runs_on_insert();

CREATE TRIGGER run_summed_on_update AFTER UPDATE ON run REFERENCING OLD TABLE AS gone NEW TABLE AS gained FOR EACH STATEMENT WHEN ((current_setting('console.marking'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION sum_runs_on_update();

CREATE TRIGGER run_tally_insert AFTER INSERT ON run REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION tally_inserted_runs();

CREATE TRIGGER run_tally_update AFTER UPDATE ON run REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT WHEN ((current_setting('console.marking'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION tally_updated_runs();

CREATE TRIGGER run_updated AFTER UPDATE ON run REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN ((current_setting('console.marking'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION keep_run_lists();

CREATE TRIGGER run_outlier_deleted AFTER DELETE ON run_outlier REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers();

CREATE TRIGGER run_outlier_inserted AFTER INSERT ON run_outlier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers();

CREATE TRIGGER run_outlier_updated AFTER UPDATE ON run_outlier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers();
