/** Somebody signed in with a password, and what the API answers them. */
export class Person {
  private constructor(
    private readonly base: string,
    private readonly cookie: string,
  ) {}

  /** Null where the console refuses. */
  static async signIn(url: string, origin: string, username: string, password: string): Promise<Person | null> {
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': desk, origin },
      body: JSON.stringify({ username, password }),
    });
    const cookie = answer.headers.getSetCookie().map((text) => text.split(';')[0]).join('; '); // prettier-ignore
    return answer.ok ? new Person(`${url}/api/v1`, cookie) : null;
  }

  /** The answer's body; throws with it where it is a refusal. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: { cookie: this.cookie, 'user-agent': desk, ...(body === undefined ? {} : json) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

const json = { 'content-type': 'application/json' };
const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
