import { declareNotices } from '@interlingua/core'

/** Everything that Parley can lose. A code that is not here does not compile. */
export const notice = declareNotices('parley', {
  part: { kind: 'dropped', message: 'Parley speaks plain text only' },
  annotation: { kind: 'dropped', message: 'Parley has no place for this beside a text' },
  joined: { kind: 'approximated', message: 'several texts of one turn became one' },
  tools: { kind: 'dropped', message: 'Parley has no tools' },
  option: { kind: 'dropped', message: 'Parley has no such setting' },
  developer: { kind: 'approximated', benign: true, message: 'Parley has one rank of instructions' },
  extension: { kind: 'dropped', message: 'only another format understands this' },
  candidates: { kind: 'dropped', severe: true, message: 'Parley gives one answer' },
  finish: { kind: 'approximated', message: 'Parley knows two reasons to end' },
  usage: { kind: 'dropped', benign: true, message: 'Parley counts tokens in and out, no more' },
  created: { kind: 'dropped', benign: true, message: 'Parley does not say when' },
})
