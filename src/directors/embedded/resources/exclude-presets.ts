/**
 * Named lists of exclude patterns. docs/operate/filesets.md repeats them with the reason for each. No preset may exclude what only a
 * backup can bring back, so that names which people also give to their own folders (build, target, cache) are in none. A pattern
 * that ends in `/*` keeps the folder itself: programs, and the start of the machine, need it after a restore.
 */
export const excludePresets = {
  system: ['/proc/*', '/sys/*', '/dev/*', '/run/*', '/tmp/*', '/swapfile', '/swap.img'],
  caches: [
    '.cache/*',
    '.var/app/*/cache/*',
    '.config/**/Cache/Cache_Data/*',
    '.config/**/Code Cache/*',
    '.config/**/GPUCache/*',
    '.npm/_cacache/*',
    '.gradle/caches/*',
    '/var/cache/apt/*.bin',
    '/var/cache/apt/archives/*.deb',
    '/var/cache/dnf/*',
    '/var/cache/libdnf5/*',
    '/var/cache/pacman/pkg/*',
    '/var/cache/zypp/packages/*',
  ],
  trash: ['.local/share/Trash/*', '.Trash/', '.Trash-*/', '$RECYCLE.BIN/'],
  developer: ['/home/**/node_modules/', '__pycache__/', '.mypy_cache/', '.pytest_cache/', '.ruff_cache/', '.tox/'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ExcludePresetName = keyof typeof excludePresets;

export const excludePresetNames = Object.keys(excludePresets) as readonly ExcludePresetName[];

interface Excluding {
  readonly exclude: readonly string[];
  readonly excludePresets: readonly ExcludePresetName[];
}

/** All that a fileset excludes: its own patterns, and those of its presets. */
export function excludePatternsOf(fileset: Excluding): readonly string[] {
  const ofPresets = fileset.excludePresets.flatMap((name): readonly string[] => excludePresets[name]);
  return [...fileset.exclude, ...ofPresets.filter((pattern) => !fileset.exclude.includes(pattern))];
}
