import fc from 'fast-check'
import type { Json } from '@interlingua/core'
import { trickyNames } from './arbitrary-schema.ts'

/** Without `__proto__`, on which the comparison inside ajv breaks. */
const names = trickyNames.filter((name) => name !== '__proto__')

/** Values like those that the arbitrary schemas speak of. */
export const arbitraryInstance: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>('', 'a', 'ab', 'abc', '2020-01-01', null, true, false, -1, 0, 1, 2, 3, 1.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>, // a dictionary of JSON is JSON
  ),
})).value
