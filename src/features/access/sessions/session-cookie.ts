import { Inject, Injectable } from '@nestjs/common';
import { type CookieOptions, type Response } from 'express';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { sessionCookieName } from '../credentials.js';

/** Sets and clears the cookie. It has no age of its own: the server alone knows when a session ends. */
@Injectable()
export class SessionCookie {
  private readonly options: CookieOptions;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure: settings.baseUrl.startsWith('https:') };
  }

  set(response: Response, secret: string): void {
    response.cookie(sessionCookieName, secret, this.options);
  }

  clear(response: Response): void {
    response.clearCookie(sessionCookieName, this.options);
  }
}
