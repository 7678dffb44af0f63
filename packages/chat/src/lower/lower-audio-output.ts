import type { Context, OutputOptions, Pointer } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'

/**
 * Fits a request for spoken output: beside text, with a voice by name and a file format. A caller of this format has set both itself.
 * https://platform.openai.com/docs/guides/audio
 */
export function lowerAudioOutput(
  lowered: Draft<OutputOptions>,
  stream: boolean,
  place: (field: string) => Pointer,
  context: Context,
): void {
  const { modalities, audio = {} } = lowered
  if (!modalities?.includes('audio') || audio.format !== undefined) return
  if (!modalities.includes('text')) lowered.modalities = ['text', ...modalities]
  const named = typeof audio.voice === 'string'
  if (audio.voice !== undefined && !named) context.onNotice(notice('audio-voice', place('output.audio.voice')))
  context.onNotice(notice('audio-format', place('output.modalities')))
  lowered.audio = { voice: named ? (audio.voice ?? 'alloy') : 'alloy', format: stream ? 'pcm16' : 'wav' }
}
