import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './users/password-hasher.js';
import { type UserEntity } from './users/user.entity.js';
import { usernameKeyOf, UsersRepository } from './users/users.repository.js';
import { LoginGate } from './login-throttle.service.js';

export interface PasswordCheck {
  /** The person of the name, if there is one. */
  readonly user: UserEntity | null;
  /** Whether the person is there, not disabled, and the password theirs. */
  readonly isRight: boolean;
}

/** Checks passwords so that guessing is slow and tells nothing. */
@Injectable()
export class Passwords {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly gate: LoginGate,
  ) {}

  /** Takes the same work for a name that does not exist. Refusal too_many_requests during a pause. */
  async check(username: string, password: string, ip: string): Promise<PasswordCheck> {
    const letIn = await this.gate.enter(usernameKeyOf(username), ip);
    try {
      const user = await this.users.findByUsername(username);
      const isSame = await this.hasher.verify(user?.passwordHash ?? null, password, letIn.isKnownAddress);
      const isRight = isSame && user?.disabledAt === null;
      if (isRight) await this.gate.succeeded(letIn);
      return { user, isRight };
    } catch (error) {
      await this.gate.withdraw(letIn);
      throw error;
    }
  }
}
