import { declareNotices } from '@interlingua/core/adapter'

export const notice = declareNotices(
  'models',
  {
    'foreign-field': 'a key of another style of the model list, unknown to this one',
  },
  {
    'no-such-field': { kind: 'dropped', message: 'this style of the model list has no such field', benign: true },
    'unknown-date': { kind: 'synthesized', message: 'the date of publication is not known: the epoch stands in its place', benign: true },
  },
)
