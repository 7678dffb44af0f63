import { declareNotices, standardNotices, type StandardCode } from '@interlingua/core'

const standard = Object.keys(standardNotices) as StandardCode[] // that is what its keys are

/** What a conversation can lose on its way into Converse: what any format can, and some words of our own. A code that is not here does not compile. */
export const notice = declareNotices('converse', standard, {
  part: { kind: 'dropped', severe: true, message: 'this example carries text and tools: part of the conversation would be missing' },
  tool: { kind: 'dropped', severe: true, message: 'this example carries function tools alone' },
  option: { kind: 'dropped', message: 'this example has no such setting' },
  'turns-joined': { kind: 'repaired', benign: true, message: 'adjacent turns of one author are one' },
  'tool-stub': { kind: 'synthesized', benign: true, message: 'a tool of which only the history tells is declared' },
  'choice-none': { kind: 'approximated', message: 'calls cannot be forbidden while the history holds some' },
})

export type Code = Parameters<typeof notice>[0]
