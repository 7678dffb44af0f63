import type { FormatRow } from '@interlingua/console/api'
import { type Choice, isDirection, readChoice } from './choice.ts'

/** Version of the files that this page writes. */
const version = 1

export interface SavedTranslation {
  readonly choice: Choice
  readonly text: string
}

/** Texts that look like a credential of a provider or of this gateway. */
const secrets = /\b(?:sk-|il-|AIza|ghp_|xox[abp]-|AKIA)[\w-]{12,}|\bBearer\s+[\w.~+/-]{12,}/g

/** Replaces what looks like a credential. */
export function redactSecrets(text: string): string {
  return text.replaceAll(secrets, '[redacted]')
}

/** Formats a choice and its document as a file. */
export function formatFile({ choice, text }: SavedTranslation): string {
  const { direction, ...rest } = choice
  const redacted = redactSecrets(text)
  const parsed = direction === 'stream' ? undefined : parse(redacted)
  const content = parsed === undefined ? { text: redacted } : { body: parsed.value }
  return `${JSON.stringify({ interlingua: version, direction, ...rest, ...content }, undefined, 2)}\n`
}

/** Reads a file: one of this page, or a plain document, which is taken with the present choice. */
export function readFile(file: string, present: Choice, formats: readonly FormatRow[]): SavedTranslation {
  const value = parse(file)?.value
  if (typeof value !== 'object' || value === null || !('interlingua' in value) || !('direction' in value) || !isDirection(value.direction))
    return { choice: present, text: file }
  const saved = value as Readonly<Record<string, unknown>> // an object, as was just checked
  const query = Object.fromEntries(
    ['direction', 'from', 'to', 'model', 'channel', 'strictness'].flatMap((name) => {
      const member = saved[name]
      return typeof member === 'string' ? [[name, member]] : []
    }),
  )
  const text = typeof saved['text'] === 'string' ? saved['text'] : JSON.stringify(saved['body'] ?? {}, undefined, 2)
  return { choice: readChoice(query, formats), text }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
