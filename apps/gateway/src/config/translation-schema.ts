import * as z from 'zod'
import { nearest } from './nearest.ts'
import { formatIdOf, formatIds, vendorFormats } from '../format-ids.ts'
import { formats } from '../formats.ts'
import type { ModelProfile } from '@interlingua/core'
import { standardNotices } from '@interlingua/core/adapter'
import { notice as embeddings } from '@interlingua/embeddings'
import { notice as images } from '@interlingua/images'
import { notice as models } from '@interlingua/models'
import { notice as video } from '@interlingua/video'

const tables = [embeddings, images, video, models]

const codes: ReadonlySet<string> = new Set([
  ...Object.keys(standardNotices).map((code) => `any/${code}`),
  ...formats.flatMap(({ describe }) => describe.notices),
  ...tables.flatMap(({ owner, table }) => Object.keys(table).map((code) => `${owner}/${code}`)),
])

/** Formats and operations whose notices are known. */
const owners: readonly string[] = [...new Set([...codes].map((code) => code.slice(0, code.indexOf('/')))), 'gateway']

/**
 * True if a notice may have the code: `chat/top-k`, `any/top-k`, any code of the gateway, or one of a guest, a format that a program of its own adds.
 * Owners that are nearly one of those known here are misspelled, and no guests.
 */
function isNoticeCode(code: string): boolean {
  const [, owner = ''] = /^([a-z][a-z0-9-]*)\/[a-z][a-z0-9-]*$/.exec(code) ?? []
  if (codes.has(code) || owner === 'gateway') return true
  return owner !== '' && nearest(owner, owners) === undefined
}

const strictness = z.enum(['report', 'reject-dropped', 'reject-any'])

/** Code of a notice, checked, since an override of an unknown code would silently do nothing. */
const noticeCode = z.string().refine(isNoticeCode, { error: 'no notice has this code (docs/model/notices.md)' })

/** Losses that a caller's request may have by default; a bare word sets the strictness alone. */
export const policySchema = z.union([
  strictness,
  z.strictObject({
    strictness: strictness.optional(),
    overrides: z.record(noticeCode, z.enum(['allow', 'reject'])).optional(),
    hostedTools: z.enum(['translate', 'drop', 'reject']).optional(),
    foreignReasoning: z.enum(['drop', 'as-text']).optional(),
    prefill: z.enum(['drop', 'instruct', 'reject']).optional(),
    orphanCalls: z.enum(['synthesize', 'drop', 'reject']).optional(),
    carryForeignSeals: z.boolean().optional(),
    sealsInIds: z.boolean().optional(),
    unfitMedia: z.enum(['reject-last', 'reject', 'replace']).optional(),
  }),
])

/** Format of text generation that a profile belongs to. */
const format = z.enum<readonly string[]>([...Object.keys(vendorFormats), ...formatIds]).transform(formatIdOf)

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** Fields of a profile; exhaustive by type, so that a configuration can set each fact that lowering reads. */
const profileFields = {
  format,
  pattern: z.string().min(1),
  asOf: z.string().optional(),
  maxOutput: z.int().positive().optional(),
  efforts: z.array(effort).optional(),
  reasoning: z.array(z.enum(['off', 'on', 'adaptive', 'between-tools'])).optional(),
  sampling: z.boolean().optional(),
  forcedTool: z.boolean().optional(),
  prefill: z.boolean().optional(),
  instructionTurns: z.boolean().optional(),
  media: z.array(z.string()).optional(),
  stopLimit: z.int().min(0).optional(),
  schemaDialect: z.string().optional(),
  needsSeal: z.boolean().optional(),
  toolNameLimit: z.int().positive().optional(),
  effortWithTools: effort.optional(),
  hostedTools: z.array(z.string()).optional(),
  instructionRole: z.enum(['system', 'developer']).optional(),
  maxTokensField: z.string().optional(),
  budget: z.strictObject({ min: z.int().min(0), max: z.int().positive() }).optional(),
  cacheMarks: z.boolean().optional(),
  cacheRouting: z.boolean().optional(),
  callIds: z.boolean().optional(),
  mixedTools: z.boolean().optional(),
  tools: z.boolean().optional(),
  toolLimit: z.int().positive().optional(),
  formatWithTools: z.boolean().optional(),
  forcedToolWithReasoning: z.boolean().optional(),
  namedTool: z.boolean().optional(),
  allowedTools: z.boolean().optional(),
  exclusiveSampling: z.boolean().optional(),
  penalties: z.boolean().optional(),
  logprobs: z.boolean().optional(),
  verbosity: z.boolean().optional(),
  formatWithReasoning: z.boolean().optional(),
  reasoningUnstreamed: z.boolean().optional(),
  reasoningControl: z.string().optional(),
  cacheRetentions: z.array(z.string()).optional(),
  reasoningSummary: z.boolean().optional(),
  offUpTo: effort.optional(),
  callIdPattern: z
    .strictObject({ characters: z.enum(['alphanumeric', 'word']), min: z.int().positive(), max: z.int().positive() })
    .optional(),
  resultMedia: z.boolean().optional(),
  imageTypes: z.array(z.string()).optional(),
  imageLimit: z
    .strictObject({
      count: z.int().positive().optional(),
      side: z.int().positive().optional(),
      manyCount: z.int().positive().optional(),
      manySide: z.int().positive().optional(),
      bytes: z.int().positive().optional(),
    })
    .optional(),
  candidateLimit: z.int().positive().optional(),
  images: z.strictObject({ aspectRatios: z.array(z.string()), sizes: z.array(z.string()) }).optional(),
} satisfies Record<keyof ModelProfile, z.ZodType>

export const profileSchema = z.strictObject(profileFields)
