import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arkVideo,
  azureVideoJobs,
  encodeTask,
  gatewayVideo,
  openaiVideos,
  stateFromWord,
  type VideoTask,
  type VideoUpstream,
} from '../src/index.ts'
import { createTestContext } from '@interlingua/testkit'

/** The statuses of each upstream and their meanings, by media.md 4.2. */
const words: readonly (readonly [VideoUpstream, (status: string) => object, Readonly<Record<string, string>>])[] = [
  [
    openaiVideos,
    (status) => ({ id: 'video_1', object: 'video', status }),
    { queued: 'queued', in_progress: 'running', processing: 'running', completed: 'succeeded', failed: 'failed', expired: 'expired' },
  ],
  [
    azureVideoJobs,
    (status) => ({ id: 'task_1', status, generations: /^succeeded$/i.test(status) ? [{ id: 'gen_1' }] : [] }),
    {
      queued: 'queued',
      preprocessing: 'queued',
      running: 'running',
      processing: 'running',
      succeeded: 'succeeded',
      failed: 'failed',
      cancelled: 'cancelled',
    },
  ],
  [
    arkVideo,
    (status) => ({ id: 'cgt-1', status, content: { video_url: 'https://h/v.mp4' } }),
    {
      queued: 'queued',
      pending: 'queued',
      running: 'running',
      processing: 'running',
      succeeded: 'succeeded',
      failed: 'failed',
      cancelled: 'cancelled',
      expired: 'expired',
    },
  ],
  [
    gatewayVideo,
    (status) => ({ task_id: 'task_1', status, url: 'https://h/v.mp4' }),
    {
      NOT_START: 'queued',
      SUBMITTED: 'queued',
      QUEUED: 'queued',
      pending: 'queued',
      submitted: 'queued',
      created: 'queued',
      UNKNOWN: 'queued',
      IN_PROGRESS: 'running',
      generating: 'running',
      SUCCESS: 'succeeded',
      success: 'succeeded',
      finished: 'succeeded',
      FAILURE: 'failed',
      FAILED: 'failed',
      error: 'failed',
      cancelled: 'cancelled',
      EXPIRED: 'expired',
      timeout: 'expired',
    },
  ],
]

const { context } = createTestContext()

describe.each(words.map(([upstream, document, table]) => ({ format: upstream.format, upstream, document, table })))(
  'the words of $format',
  ({ upstream, document, table }) => {
    test.each(Object.entries(table))('%s means %s, in whatever case', (word, state) => {
      for (const spelled of [word, word.toUpperCase(), word.toLowerCase()])
        expect(upstream.decodePoll({ status: 200, headers: {}, body: document(spelled) }, context).state).toBe(state)
    })

    test('a word that nobody knows changes nothing', () => {
      fc.assert(
        fc.property(fc.string({ minLength: 1 }), (word) => {
          fc.pre(stateFromWord(word) === undefined && !/^unknown$/i.test(word))
          expect(upstream.decodePoll({ status: 200, headers: {}, body: document(word) }, context)).toEqual({ state: 'unknown', word })
        }),
      )
    })

    test('an answer that is none is a WireError, never a state', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (body) => {
          try {
            const { state } = upstream.decodePoll({ status: 200, headers: {}, body }, context)
            expect(typeof state).toBe('string')
          } catch (error) {
            expect(error).toMatchObject({ code: 'wire' })
          }
        }),
      )
    })
  },
)

test('every state is printed by a word that the interface lists for its shape', () => {
  const listed = {
    'vf-1': ['queued', 'in_progress', 'succeeded', 'failed'],
    'vf-2': ['queued', 'in_progress', 'succeeded', 'failed'],
  } as const
  const wrapped = ['NOT_START', 'QUEUED', 'IN_PROGRESS', 'RUNNING', 'SUCCESS', 'SUCCEEDED', 'FAILED', 'EXPIRED']
  for (const [, , table] of words)
    for (const state of new Set(Object.values(table))) {
      const task: VideoTask = { id: 't', family: 'vf-1', model: 'm', upstreamModel: 'm', state: state as VideoTask['state'], createdAt: 0 } // the keys of the table
      expect(listed['vf-1']).toContain(encodeTask(task)['status'])
      expect(listed['vf-2']).toContain(encodeTask({ ...task, family: 'vf-2' })['status'])
      expect(wrapped).toContain((encodeTask({ ...task, family: 'vf-3' })['data'] as { readonly status: string }).status) // the wrapped shape
    }
})
