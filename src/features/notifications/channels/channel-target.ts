import {
  type BodyFormat,
  type ChannelTarget,
  type EmailTarget,
  type SmtpServer,
  type WebhookTarget,
} from '../../../domain/channel.js';
import { type FieldErrorCode, type FieldError, AppError } from '../../../domain/error-codes.js';
import {
  type ChangeChannelBody,
  type CreateChannelBody,
  type RotateSecretsBody,
  type SmtpBody,
} from './channel-bodies.dto.js';
import { isSigningSecret, newSigningSecret } from '../formats/signing.js';

/** Where those services receive events unless an account has another endpoint. */
const usualUrls: Readonly<Partial<Record<BodyFormat, string>>> = {
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  opsgenie: 'https://api.opsgenie.com/v2/alerts',
};
const usualPorts = { starttls: 587, tls: 465, none: 25 } as const;

const membersOfKind = {
  webhook: ['format', 'url', 'signingSecret', 'serviceKey', 'authorization'],
  email: ['to', 'from', 'smtp'],
} as const;

const noSigningSecret = fault(
  'signingSecret',
  'A signing secret is whsec_ followed by the base64 of 24 to 64 bytes. Omit it to have one generated.',
);

/** Where a channel sends to, or why it cannot be. */
export type TargetDecision = { readonly target: ChannelTarget } | { readonly faults: readonly FieldError[] };

/** Members of a body that only channels of the other kind have. */
export function foreignMembers(kind: ChannelTarget['kind'], body: object): FieldError[] {
  const other = kind === 'email' ? 'webhook' : 'email';
  const given: Readonly<Record<string, unknown>> = { ...body };
  return membersOfKind[other]
    .filter((member) => given[member] !== undefined)
    .map((member) => fault(member, `${member} is only for channels of kind ${other}.`));
}

export function newTarget(body: CreateChannelBody): TargetDecision {
  return body.kind === 'email' ? newEmail(body) : newWebhook(body);
}

/** The target after a change. A secret that is left out stays, unless it would thereby go to another place than before. */
export function changedTarget(before: ChannelTarget, body: ChangeChannelBody): TargetDecision {
  return before.kind === 'email' ? changedEmail(before, body) : changedWebhook(before, body);
}

function newEmail({ to, from = null, smtp = null }: CreateChannelBody): TargetDecision {
  if (to === undefined) return { faults: [fault('to', 'Enter at least one recipient.', 'required')] };
  return { target: { kind: 'email', to, from, smtp: smtp === null ? null : serverOf(smtp) } };
}

function newWebhook(body: CreateChannelBody): TargetDecision {
  const { format = 'standard', serviceKey = null, authorization = null } = body;
  const url = body.url ?? usualUrls[format];
  if (url === undefined) return { faults: [fault('url', 'Specify the URL of the webhook.', 'required')] };
  const signing = firstSecrets(format, body.signingSecret);
  if ('faults' in signing) return signing;
  return { target: { kind: 'webhook', format, url, ...signing, serviceKey, authorization } };
}

function firstSecrets(
  format: BodyFormat,
  given: string | undefined,
): Pick<WebhookTarget, 'signingSecrets'> | { readonly faults: readonly FieldError[] } {
  if (format === 'standard') {
    const isWrong = given !== undefined && !isSigningSecret(given);
    return isWrong ? { faults: [noSigningSecret] } : { signingSecrets: [given ?? newSigningSecret()] };
  }
  if (given === undefined) return { signingSecrets: [] };
  return { faults: [fault('signingSecret', 'Only bodies with format standard are signed.')] };
}

function changedEmail(before: EmailTarget, body: ChangeChannelBody): TargetDecision {
  const { to = before.to, from = before.from } = body;
  const decision = changedServer(before.smtp, body.smtp);
  return 'faults' in decision ? decision : { target: { kind: 'email', to, from, ...decision } };
}

function changedServer(
  before: SmtpServer | null,
  body: SmtpBody | null | undefined,
): Pick<EmailTarget, 'smtp'> | { readonly faults: readonly FieldError[] } {
  if (body === undefined) return { smtp: before };
  if (body === null) return { smtp: null };
  const smtp = serverOf(body);
  const stored = before?.password ?? null;
  if (body.password !== undefined || smtp.username === null || stored === null) return { smtp };
  if (before && isSameServer(before, smtp)) return { smtp: { ...smtp, password: stored } };
  return { faults: [again('smtp.password', 'password', 'any other setting of the mail server')] };
}

function isSameServer(a: SmtpServer, b: SmtpServer): boolean {
  return a.host === b.host && a.port === b.port && a.security === b.security && a.username === b.username;
}

function changedWebhook(before: WebhookTarget, body: ChangeChannelBody): TargetDecision {
  const { url = before.url, serviceKey = before.serviceKey, authorization = before.authorization } = body;
  const faults = url === before.url ? [] : movedSecrets(before, body);
  return faults.length > 0 ? { faults } : { target: { ...before, url, serviceKey, authorization } };
}

/** The target with its signing secrets changed over, and the secret that was made for that. */
export function rotatedTarget(
  target: ChannelTarget,
  { finish = false, signingSecret: given }: RotateSecretsBody,
): { readonly target: WebhookTarget; readonly made: string | null } {
  if (target.kind === 'email' || target.format !== 'standard') {
    throw new AppError('conflict', 'Only webhooks with format standard are signed.', { reason: 'format_not_signed' });
  }
  const [current = newSigningSecret()] = target.signingSecrets;
  if (finish) return { target: { ...target, signingSecrets: [current] }, made: null };
  if (given !== undefined) checkNewSecret(given, target);
  const next = given ?? newSigningSecret();
  return { target: { ...target, signingSecrets: [next, current] }, made: given === undefined ? next : null };
}

function checkNewSecret(given: string, { signingSecrets }: WebhookTarget): void {
  if (!isSigningSecret(given)) {
    throw new AppError('validation_failed', noSigningSecret.detail, { errors: [noSigningSecret] });
  }
  if (signingSecrets.includes(given))
    throw new AppError('conflict', 'This signing secret is already in use.', { reason: 'secret_in_use' });
}

/** A caller who does not know a key must not be able to send it to an address of their choice. */
function movedSecrets(before: WebhookTarget, body: ChangeChannelBody): FieldError[] {
  const isLeft = (member: 'serviceKey' | 'authorization'): boolean =>
    before[member] !== null && body[member] === undefined;
  return [
    ...(isLeft('serviceKey') ? [again('serviceKey', 'service key', 'the URL')] : []),
    ...(isLeft('authorization') ? [again('authorization', 'authorization', 'the URL')] : []),
  ];
}

function again(field: string, secret: string, changed: string): FieldError {
  return fault(field, `Enter the ${secret} again when you change ${changed}.`, 'required');
}

function serverOf({ host, security = 'starttls', port, username = null, password = null }: SmtpBody): SmtpServer {
  return { host, port: port ?? usualPorts[security], security, username, password };
}

function fault(field: string, detail: string, code: FieldErrorCode = 'invalid'): FieldError {
  return { field, code, detail };
}
