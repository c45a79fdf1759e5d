import { expect, test } from '@jest/globals';
import { FakeDirector } from '../../test/harness/fakes/fake-director.js';
import { resolveDirector, chosenDirectors, type DirectorEntry, Directors } from './directors.port.js';

class TwoDirectors extends Directors {
  private readonly entries = [new FakeDirector('two', true), new FakeDirector('one', false)];

  override all(): readonly DirectorEntry[] {
    return this.entries;
  }

  override onChange(): () => void {
    return () => undefined;
  }

  override get(name = 'two'): DirectorEntry {
    return this.entries.find((entry) => entry.name === name)!;
  }
}

const directors = new TwoDirectors();

test.each([
  [undefined, ['two']],
  ['one', ['one']],
  ['*', ['one', 'two']],
])('a list with director=%s is about %j', (name, names) => {
  expect(chosenDirectors(directors, name).map((entry) => entry.name)).toEqual(names);
});

test('a call about one Director does not take *', () => {
  expect(resolveDirector(directors).name).toBe('two');
  expect(() => resolveDirector(directors, '*')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
