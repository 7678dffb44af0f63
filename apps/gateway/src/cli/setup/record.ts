import { hash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Edit } from './edits/edit.ts'
import type { SyntaxName } from './edits/syntaxes.ts'
import { type Machine, recordsFolder } from './place-of.ts'

/** A set-up, as it is kept so that it can be taken back. */
export interface SetupRecord {
  readonly version: 1
  readonly agent: string
  readonly url: string
  /** Key that was made for the agent; the folder, configuration and data folder of the gateway that it was made for. Absent: the key was given. */
  readonly key?: { readonly id: string; readonly name: string; readonly folder: string; readonly config?: string; readonly data?: string }
  readonly files: readonly RecordedFile[]
  /** Folders that were made for the record, the outermost first. */
  readonly folders: readonly string[]
}

export interface RecordedFile {
  readonly file: string
  readonly syntax: SyntaxName
  readonly edits: readonly Edit[]
  /** File beside the record with the bytes from before. Absent: there was no file. */
  readonly backup?: string
  /** SHA-256 of the file as the set-up left it. */
  readonly after: string
  /** Folders that were made for the file, the outermost first. */
  readonly folders: readonly string[]
}

/** Reads the record of an agent's set-up; undefined if there is none. */
export function readRecord(agent: string, machine: Machine): SetupRecord | undefined {
  const file = join(recordsFolder(machine), agent, 'record.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SetupRecord) : undefined // written by this program
}

export interface PlannedFile {
  readonly file: string
  readonly syntax: SyntaxName
  readonly edits: readonly Edit[]
  /** Text before; undefined: there is no file. */
  readonly before: string | undefined
  readonly after: string
}

/** Writes planned files and the record by which they can be taken back; the record first, so that a broken-off run can be taken back as well. */
export function writeSetup(
  setup: Omit<SetupRecord, 'version' | 'files' | 'folders'>,
  planned: readonly PlannedFile[],
  machine: Machine,
): void {
  const folder = join(recordsFolder(machine), setup.agent)
  const folders = missingFolders(folder)
  makeFolders(folder)
  const files = planned.map(({ file, syntax, edits, before, after }, index): RecordedFile => {
    const backup = before === undefined ? undefined : `${index}-${basename(file)}`
    if (backup !== undefined) writePrivate(join(folder, backup), readFileSync(file))
    return {
      file,
      syntax,
      edits,
      ...(backup !== undefined && { backup }),
      after: hash('sha256', after),
      folders: missingFolders(dirname(file)),
    }
  })
  const record: SetupRecord = { version: 1, ...setup, files, folders }
  writeRecord(record, machine)
  for (const { file, after } of planned) writeWhole(file, after)
}

/** Bytes of a recorded file from before its set-up; undefined: there was no file. */
export function backupOf({ backup }: RecordedFile, agent: string, machine: Machine): Buffer | undefined {
  return backup === undefined ? undefined : readFileSync(join(recordsFolder(machine), agent, backup))
}

/** Path of the backup of a file. */
export function backupPath({ backup = '' }: RecordedFile, agent: string, machine: Machine): string {
  return join(recordsFolder(machine), agent, backup)
}

/** Puts a file back: its bytes, or its absence with the folders that were made for it. */
export function putBack(file: string, bytes: Buffer | string | undefined, folders: readonly string[]): void {
  if (bytes !== undefined) return writeWhole(file, bytes)
  rmSync(file, { force: true })
  removeEmpty(folders)
}

/**
 * Removes the record of a set-up, and the folders that were made for it. A folder that is still in use is handed to the record of another agent,
 * whose set-up then takes it with it.
 */
export function removeRecord({ agent, folders, files }: SetupRecord, machine: Machine): void {
  const root = recordsFolder(machine)
  rmSync(join(root, agent), { recursive: true, force: true })
  const made = [...new Set([...folders, ...files.flatMap((file) => file.folders)])].toSorted((a, b) => a.length - b.length)
  removeEmpty(made)
  const kept = made.filter((folder) => existsSync(folder))
  const heir = existsSync(root) ? readdirSync(root)[0] : undefined
  const record = heir === undefined ? undefined : readRecord(heir, machine)
  if (kept.length === 0 || record === undefined) return
  writeRecord({ ...record, folders: [...kept, ...record.folders] }, machine)
}

/** True if a file is as its set-up left it. */
export function isUntouched({ file, after }: RecordedFile): boolean {
  return existsSync(file) && hash('sha256', readFileSync(file)) === after
}

/** Writes a file whole or not at all. A link stays a link, and permissions stay as they are; a new file is the user's alone, since it holds a key. */
function writeWhole(file: string, bytes: Buffer | string): void {
  makeFolders(dirname(file))
  const real = existsSync(file) ? realpathSync(file) : file
  const mode = existsSync(real) ? statSync(real).mode & 0o777 : 0o600
  const draft = `${real}.${process.pid}.new`
  writeFileSync(draft, bytes, { mode })
  chmodSync(draft, mode)
  renameSync(draft, real)
}

function writeRecord(record: SetupRecord, machine: Machine): void {
  writePrivate(join(recordsFolder(machine), record.agent, 'record.json'), `${JSON.stringify(record, undefined, 2)}\n`)
}

function writePrivate(file: string, bytes: Buffer | string): void {
  writeFileSync(file, bytes, { mode: 0o600 })
}

function makeFolders(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder]
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    if (!existsSync(folder)) continue
    if (readdirSync(folder).length === 0) rmdirSync(folder)
  }
}
