import { Injectable } from '@nestjs/common';
import { type Actor, actorOf, anonymousActor } from '../../../domain/actor.js';
import { type AppError } from '../../../domain/error-codes.js';
import { ClientAddresses } from '../../../http/client-address.js';
import { DenialNotes } from '../../../http/access-denial.port.js';
import { type ConsoleRequest } from '../../../http/request-context.js';
import { routeOf } from '../../../http/api-methods.js';
import { hashOfSecret, isTokenSecret } from '../tokens/token-secret.js';
import { credentialOf, hashOfSession, isSessionSecret } from '../credentials.js';
import { userAgentOf } from '../sessions/sessions.service.js';
import { DenialLog } from './denial-log.js';
import { type AccessDenial, type PresentedSecret } from './denial-counts.js';

const logInPath = '/api/v1/auth/login';

/** Selects the denials that concern the caller's credentials or capabilities. */
@Injectable()
export class AccessDenialRecorder extends DenialNotes {
  constructor(
    private readonly log: DenialLog,
    private readonly addresses: ClientAddresses,
  ) {
    super();
  }

  override note(request: ConsoleRequest, error: AppError): void {
    const action = actionOf(request, error);
    if (action === null) return;
    this.log.add({
      action,
      outcome: 'denied',
      code: error.code,
      requiredCapability: error.extras.requiredCapability ?? null,
      target: `route:${routeOf(request)}`,
      actor: this.actorOf(request),
      presented: request.principal ? null : presentedBy(request),
    });
  }

  private actorOf(request: ConsoleRequest): Actor {
    const { principal, requestId } = request;
    if (principal) return actorOf(principal, requestId);
    return anonymousActor({ ip: this.addresses.of(request), userAgent: userAgentOf(request), requestId });
  }
}

/** null: the error does not concern the caller, or there was no credential at all, so only the login is missing. */
function actionOf(request: ConsoleRequest, { code, kind }: AppError): AccessDenial['action'] | null {
  if (kind === 'denied') return 'request.denied';
  if (code === 'too_many_requests' && request.path === logInPath) return 'session.create';
  // Beyond its limit an address is rejected before its credential is read.
  const isAboutCredential = code === 'unauthenticated' || code === 'too_many_requests';
  if (!isAboutCredential) return null;
  if (request.principal) return code === 'unauthenticated' ? 'request.denied' : null;
  return credentialOf(request.headers).kind === 'none' ? null : 'request.denied';
}

function presentedBy(request: ConsoleRequest): PresentedSecret | null {
  const credential = credentialOf(request.headers);
  if (credential.kind === 'token' && isTokenSecret(credential.secret)) {
    return { kind: 'token', hash: hashOfSecret(credential.secret) };
  }
  if (credential.kind === 'session' && isSessionSecret(credential.secret)) {
    return { kind: 'session', hash: hashOfSession(credential.secret) };
  }
  return null;
}
