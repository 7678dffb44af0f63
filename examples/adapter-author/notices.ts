import { declareNotices } from '@interlingua/core/adapter'

/**
 * All losses on the way into Parley: first those of other formats too, by their standard names. A code that is not here does not compile.
 */
export const notice = declareNotices(
  'parley',
  { 'foreign-field': true, candidates: 'Parley gives one answer', tools: 'Parley has no tools' },
  {
    part: { kind: 'dropped', message: 'Parley speaks plain text only' },
    annotation: { kind: 'dropped', message: 'Parley has no place for this beside a text' },
    joined: { kind: 'approximated', message: 'several texts of one turn became one' },
    option: { kind: 'dropped', message: 'Parley has no such setting' },
    developer: { kind: 'approximated', benign: true, message: 'Parley has one rank of instructions' },
    finish: { kind: 'approximated', message: 'Parley knows two reasons to end' },
    usage: { kind: 'dropped', benign: true, message: 'Parley counts tokens in and out, no more' },
    created: { kind: 'dropped', benign: true, message: 'Parley does not say when' },
  },
)
