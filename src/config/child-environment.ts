const passedVariables = [
  'PATH',
  'HOME',
  'USER',
  'TZ',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
];

/** The environment of child processes. The console's own contains secrets, such as INSTANCE_KEY. */
export function childEnvironment(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(passedVariables.map((name) => [name, process.env[name]]));
}
