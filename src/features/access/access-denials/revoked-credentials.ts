import { Injectable } from '@nestjs/common';
import { Clock } from '../../../domain/clock.js';
import { statusOfToken, TokensRepository } from '../tokens/tokens.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { type RevokedCredential, type PresentedSecret } from './denial-counts.js';

/** Finds the owner of a rejected secret. Runs after the response, which does not reveal it. */
@Injectable()
export class RevokedCredentials {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  /** By `keyOfSecret`; those that were never ours are absent. */
  async find(presented: readonly PresentedSecret[]): Promise<ReadonlyMap<string, RevokedCredential>> {
    const found = new Map<string, RevokedCredential>();
    for (const token of await this.tokens.listByHashes(hashesOf('token', presented))) {
      const status = statusOfToken(token, this.clock.now());
      const owner = { id: token.ownerId, username: token.ownerUsername };
      found.set(keyOfSecret({ kind: 'token', hash: token.secretHash }), {
        kind: 'token',
        id: token.id,
        name: token.name,
        status,
        owner,
      });
    }
    for (const { id, tokenHash, userId, username } of await this.sessions.listByHashes(
      hashesOf('session', presented),
    )) {
      const owner = { id: userId, username };
      found.set(keyOfSecret({ kind: 'session', hash: tokenHash }), { kind: 'session', id, status: 'ended', owner });
    }
    return found;
  }
}

export function keyOfSecret({ kind, hash }: PresentedSecret): string {
  return `${kind} ${hash.toString('base64')}`;
}

function hashesOf(wanted: PresentedSecret['kind'], presented: readonly PresentedSecret[]): Buffer[] {
  return presented.filter(({ kind }) => kind === wanted).map(({ hash }) => hash);
}
