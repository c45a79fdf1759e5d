import { describe, expect, test } from '@jest/globals';
import { readSettings } from './settings.js';

describe('settings', () => {
  test('have defaults that serve one machine', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://127.0.0.1:8080',
      databaseUrl: null,
      instanceKey: null,
      sessionIdleSeconds: 1800,
      sessionAbsoluteSeconds: 28_800,
    });
  });

  test('take an empty variable for an unset one', () => {
    expect(readSettings({ PORT: '', HOST: '' }).port).toBe(8080);
  });

  test.each([
    [{ PORT: 'eighty' }, /PORT must be a whole number from 0 to 65535, for example 8080; it is "eighty"/],
    [{ PORT: '70000' }, /PORT must be/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of debug, info, warn, error, silent/],
    [{ BASE_URL: 'console.example' }, /BASE_URL must be a URL/],
    [{ BASE_URL: 'https://backup.example/console' }, /BASE_URL must contain only scheme, host and port/],
    [{ BASE_URL: 'https://u:hunter2@backup.example' }, /BASE_URL must contain only scheme, host and port/],
    [{ ALLOW_INSECURE_HTTP: 'yes' }, /ALLOW_INSECURE_HTTP must be one of 0, 1; it is "yes"/],
    [{ DATABASE_MIGRATION_URL: 'postgres://u:p@h/d' }, /DATABASE_MIGRATION_URL requires DATABASE_URL/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, /TRUSTED_PROXIES .*"proxy" is neither/],
    [{ DIRECTORS_FILE: '/no/such/file' }, /DIRECTORS_FILE names the file "\/no\/such\/file", which does not exist/],
    [{ ADMIN_PASSWORD: 'short' }, /ADMIN_PASSWORD must have at least 12 characters/],
    [{ DATABASE_URL: 'postgres://u:p@h/d' }, /INSTANCE_KEY must be set together with DATABASE_URL/],
    [{ HOST: '0.0.0.0' }, /HOST is 0\.0\.0\.0, which is reachable from other machines.*ALLOW_INSECURE_HTTP=1/],
    [{ AUDIT_READS: 'restore:browse, restores' }, /AUDIT_READS must contain only all, jobs:read, .*"restores" is none/],
    [{ RESTORE_ROOTS: 'relative' }, /RESTORE_ROOTS must contain absolute folders/],
    [{ WEBHOOK_ALLOW: '10.0.0.0/8, intranet' }, /WEBHOOK_ALLOW .*"intranet" is neither/],
    [{ WEBHOOK_DENY: '10.0.0.0/33' }, /WEBHOOK_DENY .*"10.0.0.0\/33" is neither/],
    [{ SMTP_URL: 'mail.example', SMTP_FROM: 'a@b.example' }, /SMTP_URL must be a URL that starts with smtp:/],
    [{ SMTP_URL: 'smtp://mail.example' }, /SMTP_FROM must be set together with SMTP_URL/],
    [{ SMTP_FROM: 'a@b.example' }, /SMTP_FROM requires SMTP_URL/],
    [{ SMTP_URL: 'smtp://m.example', SMTP_FROM: 'a@b.example, c@d.example' }, /SMTP_FROM must be .* single address/],
    [
      { SMTP_URL: 'smtp://m.example', SMTP_FROM: 'Otto\r\nBcc: x <a@b.example>' },
      /SMTP_FROM must be .* single address/,
    ],
    [{ SMTP_URL: 'smtp:///', SMTP_FROM: 'a@b.example' }, /SMTP_URL must contain a host/],
    [{ SMTP_URL: 'smtp://m.example/path', SMTP_FROM: 'a@b.example' }, /SMTP_URL must end after host and port/],
    [{ SMTP_URL: 'smtp://m.example?tls=no', SMTP_FROM: 'a@b.example' }, /SMTP_URL allows no parameter except/],
    [{ SMTP_URL: 'smtps://m.example?starttls=never', SMTP_FROM: 'a@b.example' }, /SMTP_URL allows no parameter except/],
    [{ SMTP_URL: 'smtp://u:50%@m.example', SMTP_FROM: 'a@b.example' }, /SMTP_URL contains a % .* %25/],
    [{ SMTP_URL: 'smtp://u:p@m.example?starttls=never', SMTP_FROM: 'a@b.example' }, /SMTP_URL .* in clear text/],
  ])('reject %j in a sentence that names it', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(sentence);
  });

  test('name every error at the same time', () => {
    expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .* LOG_LEVEL /);
  });

  test('never repeat a secret in a fault', () => {
    const messageOf = (): string => {
      try {
        readSettings({
          DATABASE_URL: 'mysql://u:hunter2hunter2@h/d',
          INSTANCE_KEY: 'shortkey',
          SMTP_URL: 'ftp://u:hunter2@h',
        });
        return '';
      } catch (error) {
        return String(error);
      }
    };
    expect(messageOf()).toMatch(/DATABASE_URL must be a URL/);
    expect(messageOf()).not.toMatch(/hunter2|shortkey/);
  });

  test('accept plain http beyond loopback only if it is allowed', () => {
    expect(readSettings({ HOST: '0.0.0.0', ALLOW_INSECURE_HTTP: '1' }).host).toBe('0.0.0.0');
    expect(readSettings({ HOST: '0.0.0.0', BASE_URL: 'https://backup.example/' }).baseUrl).toBe(
      'https://backup.example',
    );
  });

  test.each([
    ['smtp://m.example', { host: 'm.example', port: 587, security: 'starttls', username: null, password: null }],
    ['smtps://m.example', { host: 'm.example', port: 465, security: 'tls', username: null, password: null }],
    ['smtp://u%40x:p%2F%25@m.example:25', { port: 25, security: 'starttls', username: 'u@x', password: 'p/%' }],
    ['smtp://relay.example?starttls=never', { host: 'relay.example', port: 25, security: 'none' }],
    ['smtp://localhost', { port: 25, security: 'none' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, security: 'none' }],
    ['smtp://127.0.0.1.example', { security: 'starttls' }],
    ['smtp://u:p@localhost', { port: 587, security: 'starttls' }],
  ])('read the mail server %s', (url, server) => {
    const from = 'Backup Console <backup@example.org>';
    expect(readSettings({ SMTP_URL: url, SMTP_FROM: from }).ownMailServer).toMatchObject({ server, from });
  });

  test('have no mail server by default', () => {
    expect(readSettings({}).ownMailServer).toBeNull();
  });
});
