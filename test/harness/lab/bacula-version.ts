import { testOptions } from '../fixtures/test-options.js';

export type BaculaVersion = '9.6' | '15';

export const baculaVersions: readonly BaculaVersion[] = ['9.6', '15'];

/** Those that suites run against: the oldest one takes long and seldom fails alone. */
export const testedVersions: readonly BaculaVersion[] = testOptions.isFull ? baculaVersions : ['15'];

/** What a Bacula needs of the Debian release that carries it: its programs and every library below them, the C library included. */
export interface PackageRecipe {
  readonly suite: string;
  readonly packages: readonly string[];
}

const baculaPackages = [
  'bacula-common',
  'bacula-common-pgsql',
  'bacula-console',
  'bacula-director',
  'bacula-director-pgsql',
  'bacula-fd',
  'bacula-sd',
];

const sharedLibraries = [
  'libacl1',
  'libc6',
  'libcap2',
  'libcom-err2',
  'libgcc-s1',
  'libgssapi-krb5-2',
  'libk5crypto3',
  'libkeyutils1',
  'libkrb5-3',
  'libkrb5support0',
  'liblzo2-2',
  'libpq5',
  'libsasl2-2',
  'libstdc++6',
  'libtinfo6',
  'libwrap0',
  'openssl',
  'zlib1g',
];

const bookwormLibraries = [
  'libffi8',
  'libgmp10',
  'libgnutls30',
  'libhogweed6',
  'libidn2-0',
  'libldap-2.5-0',
  'libnettle8',
  'libnsl2',
  'libp11-kit0',
  'libreadline8',
  'libssl3',
  'libtasn1-6',
  'libtirpc3',
  'libunistring2',
];

const trixieLibraries = ['libldap2', 'libreadline8t64', 'libssl3t64', 'libzstd1'];

export const packageRecipes: Readonly<Record<BaculaVersion, PackageRecipe>> = {
  '9.6': { suite: 'bookworm', packages: [...baculaPackages, ...sharedLibraries, ...bookwormLibraries] },
  '15': { suite: 'trixie', packages: [...baculaPackages, ...sharedLibraries, ...trixieLibraries] },
};
