import { describe, expect, test } from '@jest/globals';
import { codeOfError, describeConnectionError } from './connection-errors.js';
import { TargetRejected } from './ssrf-guard.js';

const withCode = (code: string) => Object.assign(new Error(`${code} https://hooks.example/secret`), { code });

describe('the sentence about a connection', () => {
  test.each([
    ['ENOTFOUND', /host name of the .+ was not found/],
    ['EAI_AGAIN', /DNS does not answer/],
    ['ECONNREFUSED', /refused the connection/],
    ['ECONNRESET', /closed the connection before it answered/],
    ['EHOSTUNREACH', /no route to the address/],
    ['CERT_HAS_EXPIRED', /has expired/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS.*\(ERR_SSL_WRONG_VERSION_NUMBER\)/],
    ['HPE_INVALID_CONSTANT', /not HTTP/],
    ['EMFILE', /failed \(EMFILE\)/],
  ])('describes %s', (code, sentence) => {
    expect(describeConnectionError(withCode(code), 'receiver')).toMatch(sentence);
    expect(describeConnectionError(withCode(code), 'receiver')).not.toContain('hooks');
  });

  test.each([
    ['ENOTFOUND', 'name_not_found'],
    ['ECONNREFUSED', 'connection_refused'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no_tls'],
    ['HPE_INVALID_CONSTANT', 'not_http'],
    ['EMFILE', 'connection_failed'],
    ['no code', 'connection_closed'],
  ])('names %s by a stable word', (code, word) => {
    expect(codeOfError(withCode(code))).toBe(word);
  });

  test('takes nothing for a code that has not the form of one', () => {
    expect(describeConnectionError(withCode('https://hooks.example/secret'), 'receiver')).not.toContain('hooks');
  });

  test('describes the first of several addresses that failed', () => {
    const failed = new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]);
    expect(describeConnectionError(failed, 'receiver')).toMatch(/refused the connection/);
  });

  test('says what to do about a rejected target', () => {
    expect(describeConnectionError(new TargetRejected('private'), 'receiver')).toMatch(
      /private network.*WEBHOOK_ALLOW/,
    );
    expect(codeOfError(new TargetRejected('private'))).toBe('address_private');
    expect(describeConnectionError(new TargetRejected('plain'), 'receiver')).toMatch(/Use https/);
    expect(describeConnectionError(new TargetRejected('plain'), 'mail server')).toMatch(/starttls or tls/);
  });
});
