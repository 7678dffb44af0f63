import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scoreboardOf, type Note } from '../report/scoreboard.ts'
import type { ScoreFile } from '../report/score-file.ts'
import { readOptions, textOf } from '../run/command-options.ts'
import { loadCases, readChecked, UseError } from '../run/load-cases.ts'

/** Prints or writes the page that shows the scores of a folder beside each other, with the notes of its folder `notes`. */
export function scoreboard(args: readonly string[]): number {
  const { values, positionals } = readOptions(args, { out: { type: 'string' } })
  const [folder] = positionals
  if (folder === undefined) throw new UseError('scoreboard needs a folder of scores: tongues scoreboard scores --out scoreboard.md')
  const page = readScoreboard(folder)
  const out = textOf(values, 'out')
  if (out === undefined) console.log(page.trimEnd())
  else writeFileSync(out, page)
  return 0
}

/** Page of the scores in a folder. Throws UseError for files that are none. */
export function readScoreboard(folder: string): string {
  const files = globSync('*.json', { cwd: folder }).toSorted()
  if (files.length === 0) throw new UseError(`${folder}: holds no scores`)
  const scores = files.map((file) => readChecked(join(folder, file), 'score') as ScoreFile) // the schema holds what the type says
  const notes = new Map<string, readonly Note[]>()
  for (const file of globSync('notes/*.yaml', { cwd: folder }).toSorted()) {
    const read = readChecked(join(folder, file), 'notes') as { readonly gateway: string; readonly notes: readonly Note[] } // by its schema
    notes.set(read.gateway, read.notes)
  }
  return scoreboardOf(scores, notes, loadCases())
}
