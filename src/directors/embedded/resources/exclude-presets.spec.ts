import { expect, test } from '@jest/globals';
import { excludePatternsOf, type ExcludePresetName, excludePresetNames } from './exclude-presets.js';
import { compileExcludes } from './globs.js';

/** Whether a path, or a folder above it, is excluded: a walk enters no excluded folder. A folder has a final slash. */
function leavesOut(presets: readonly ExcludePresetName[], path: string): boolean {
  const excludes = compileExcludes(excludePatternsOf({ exclude: [], excludePresets: presets }));
  const names = path.replace(/\/$/, '').split('/').slice(1);
  return names.some((_name, index) => {
    const isFolder = index < names.length - 1 || path.endsWith('/');
    return excludes.matches(Buffer.from(`/${names.slice(0, index + 1).join('/')}`), isFolder);
  });
}

test.each<[ExcludePresetName, string]>([
  ['system', '/proc/1/status'],
  ['system', '/sys/kernel'],
  ['system', '/dev/sda'],
  ['system', '/run/user/1000/bus'],
  ['system', '/tmp/x'],
  ['system', '/swapfile'],
  ['caches', '/home/ada/.cache/mozilla/firefox/x'],
  ['caches', '/root/.cache/pip/x'],
  ['caches', '/home/ada/snap/firefox/common/.cache/x'],
  ['caches', '/home/ada/.var/app/org.mozilla.firefox/cache/x'],
  ['caches', '/home/ada/.config/chromium/Default/Cache/Cache_Data/f_000001'],
  ['caches', '/home/ada/.config/Slack/GPUCache/x'],
  ['caches', '/home/ada/.config/Slack/Code Cache/js/x'],
  ['caches', '/home/ada/.npm/_cacache/content-v2/x'],
  ['caches', '/var/cache/apt/archives/bash_5.2_amd64.deb'],
  ['trash', '/home/ada/.local/share/Trash/files/x'],
  ['trash', '/srv/disk/.Trash-1000/files/x'],
  ['trash', '/srv/share/$RECYCLE.BIN/x'],
  ['developer', '/home/ada/project/node_modules/left-pad/index.js'],
  ['developer', '/srv/app/__pycache__/main.cpython-313.pyc'],
  ['developer', '/home/ada/project/.tox/py313/x'],
])('%s leaves out %s', (preset, path) => {
  expect(leavesOut([preset], path)).toBe(true);
});

test.each([
  '/proc/', '/sys/', '/dev/', '/run/', '/tmp/', '/var/tmp/x', '/var/log/syslog', '/lost+found/x', '/mnt/disk/x', '/media/ada/disk/x',
  '/var/lib/docker/volumes/x', '/var/cache/bind/zone', '/var/cache/debconf/config.dat', '/home/ada/.cache/',
  '/home/ada/Cache/x', '/home/ada/cache/x', '/home/ada/.config/chromium/Default/Bookmarks', '/home/ada/.config/app/Cache/notes',
  '/home/ada/.mozilla/firefox/profile/places.sqlite', '/home/ada/.var/app/org.mozilla.firefox/data/x', '/home/ada/.npmrc',
  '/home/ada/.m2/repository/own/x', '/home/ada/.gradle/gradle.properties', '/home/ada/.cargo/config.toml',
  '/home/ada/.local/share/Trash/', '/home/ada/Trash/x', '/home/ada/project/.git/config', '/home/ada/project/build/x',
  '/home/ada/project/dist/x', '/home/ada/project/target/x', '/home/ada/project/vendor/x', '/home/ada/project/.venv/x',
  '/home/ada/project/package-lock.json', '/usr/lib/node_modules/npm/x', '/opt/app/node_modules/x', '/home/ada/node_modules',
])('no preset leaves out %s', (path) => {
  expect(leavesOut(excludePresetNames, path)).toBe(false);
}); // prettier-ignore

test('the patterns of presets follow those of the fileset, each once', () => {
  const fileset = { exclude: ['*.iso', '.Trash/'], excludePresets: ['trash'] } as const;
  expect(excludePatternsOf(fileset)).toEqual([
    '*.iso',
    '.Trash/',
    '.local/share/Trash/*',
    '.Trash-*/',
    '$RECYCLE.BIN/',
  ]);
});
