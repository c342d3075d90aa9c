import fc from 'fast-check'

const LONG = 20_000

/** Hostile strings: wrong types, sizes, characters, paths and query languages. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '.',
      '..',
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/',
      '%00',
      '%',
      '%zz',
      '%c0%af',
    ],
    ...[
      'null',
      'undefined',
      'NaN',
      'Infinity',
      '-1',
      '-0',
      '1e309',
      '0x10',
      '9'.repeat(400),
      '1.5',
      'true',
      '[]',
    ],
    ...[
      '{"$gt":""}',
      '[$ne]',
      '$where',
      "' OR 1=1 --",
      '"; return true; //',
      '__proto__',
      'constructor',
      'toString',
    ],
    ...[
      '<script>alert(1)</script>',
      '${7*7}',
      '{{7*7}}',
      '\r\nSet-Cookie: a=b',
      '\u202e',
      '\ud800',
      '\u0000',
    ],
    '😀'.repeat(200),
    'é'.normalize('NFD'),
    'a'.repeat(LONG),
    'A,'.repeat(5_000),
    '(a+)+$',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** Hostile JSON values. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      Number.MAX_SAFE_INTEGER + 2,
      [],
      {},
      [[[]]],
      'x'.repeat(100_000),
    ],
    { $gt: '' },
    { $where: 'sleep(1000)' },
    { $ne: null },
    [{ $regex: '^(a+)+$' }],
    { toString: 1 },
    { ['__proto__']: { role: 'admin' }, constructor: { prototype: { role: 'admin' } } },
    Array.from({ length: 2_000 }, (_, index) => index),
  ),
)

/** Bodies that are not JSON, or too large. */
export const hostileJson: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    '',
    '{',
    '[',
    '{"a":1,}',
    'undefined',
    '{"a":1}{"b":2}',
    '\u0000',
    '"\ud800"',
    "{'a':1}",
    '{"__proto__":{"a":1}}',
  ],
  '['.repeat(5_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `"${'a'.repeat(2_000_000)}"`,
)
