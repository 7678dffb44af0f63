import type { TranslatedDocument, TranslatedStream, TranslateRequest } from '@interlingua/console/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../../api/call.ts'
import { CallFailure } from '../../api/call-failure.ts'
import type { Choice } from './choice.ts'
import { findMistake } from './json-places.ts'

/** Milliseconds after the last key until a text is translated. */
const pause = 250

/** Translation with the text that it is of. */
export type Translation =
  | { readonly direction: 'request' | 'answer'; readonly text: string; readonly document: TranslatedDocument }
  | { readonly direction: 'stream'; readonly text: string; readonly stream: TranslatedStream }

export interface TranslationState {
  /** Latest translation; it may be of an earlier text or choice. */
  readonly translation?: Translation
  /** True while the latest text and choice are not translated. */
  readonly busy: boolean
  /** Reason for which the text is not translated. */
  readonly problem?: TextProblem
}

export interface TextProblem {
  readonly error: unknown
  /** Offset in the text, or pointer in its document, that the problem is about. */
  readonly offset?: number
  readonly pointer?: string
}

/** Translates a text a moment after it was changed; the newest answer wins. */
export function useTranslation(choice: Choice, text: string): TranslationState {
  const [state, setState] = useState<TranslationState>({ busy: true })
  const first = useRef(true)
  const { direction, from, to, model, channel, strictness } = choice
  useEffect(() => {
    const controller = new AbortController()
    setState(({ translation }) => ({ busy: true, ...(translation?.direction === direction && { translation }) }))
    const timer = setTimeout(() => void run(), first.current ? 0 : pause)
    first.current = false

    async function run(): Promise<void> {
      const body = direction === 'stream' ? { body: text } : readJson(text)
      if ('problem' in body) return setState((before) => ({ ...before, busy: false, problem: body.problem }))
      const call: TranslateRequest = {
        direction,
        from,
        to,
        ...(model !== undefined && { model }),
        ...(channel !== undefined && { channel }),
        ...(strictness !== undefined && { strictness }),
        body: body.body,
      }
      try {
        const response = await callApi('POST', '/translate', { body: call, signal: controller.signal })
        const answer: unknown = await response.json()
        if (controller.signal.aborted) return
        // The direction of the call says which of the two it is.
        const translation =
          direction === 'stream'
            ? ({ direction, text, stream: answer as TranslatedStream } as const)
            : ({ direction, text, document: answer as TranslatedDocument } as const)
        setState({ busy: false, translation })
      } catch (error) {
        if (controller.signal.aborted) return
        const field = error instanceof CallFailure ? error.facts.field : undefined
        const pointer = field !== undefined && /^\/body(?:\/|$)/.test(field) ? { pointer: field.slice('/body'.length) } : {}
        setState((before) => ({ ...before, busy: false, problem: { error, ...pointer } }))
      }
    }

    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [direction, from, to, model, channel, strictness, text])
  return state
}

function readJson(text: string): { readonly body: unknown } | { readonly problem: TextProblem } {
  try {
    return { body: JSON.parse(text) }
  } catch {
    const offset = findMistake(text)
    const error = new Error(text.trim() === '' ? 'The document is empty: paste one, or open a file.' : 'This is no JSON.')
    return { problem: { error, ...(offset !== undefined && { offset }) } }
  }
}
