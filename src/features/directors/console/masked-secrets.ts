const mask = '[hidden]';

/** The hash in a Director's own form lets its owner log in. Cut at the end of an answer it is shorter. */
const hash = /\[md5\][0-9a-f]*/gi;
/** `Password = "…"`, `password=…`, `"password": "…"`; a quoted value may lack its end where an answer was cut. */
const named =
  /((?:password|passwd|passphrase|secret|pwd|key[ \t]?encryption[ \t]?key)["']?[ \t]*[=:][ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s"']\S*)/gi;
const inAddress = /(:\/\/[^\s:/@]{1,100}:)[^\s@]{1,200}@/g;

/** A text of or for a Director as it may be shown and recorded. More is masked rather than less. */
export function maskedSecrets(text: string): string {
  return text.replace(hash, mask).replace(named, `$1${mask}`).replace(inAddress, `$1${mask}@`);
}
