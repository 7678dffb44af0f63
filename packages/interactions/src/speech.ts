import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

interface Speaker {
  readonly voice: string
  readonly speaker?: string
  readonly language?: string
}

/**
 * Voice of a `speech_config`: its name, or several speakers and their language as Google's other format has them. `undefined`: it has
 * members beside these, or speakers of different languages.
 */
export function decodeSpeech(config: Json): Json | undefined {
  const list = isJsonObject(config) && Object.keys(config).length === 1 ? config['speakers'] : config
  if (!Array.isArray(list) || list.length === 0) return undefined
  const speakers = (list as readonly Json[]).flatMap((entry) => readSpeaker(entry) ?? []) // JSON
  const [first, ...others] = speakers
  if (first === undefined || speakers.length < list.length || others.some(({ language }) => language !== first.language)) return undefined
  const { language, speaker } = first
  const spoken = language === undefined ? {} : { languageCode: language }
  if (others.length === 0 && speaker === undefined) return language === undefined ? first.voice : { ...voiceOf(first.voice), ...spoken }
  if (speakers.some((each) => each.speaker === undefined)) return undefined
  const named = speakers.map(({ voice, speaker: name = '' }) => ({ speaker: name, ...voiceOf(voice) }))
  return { multiSpeakerVoiceConfig: { speakerVoiceConfigs: named }, ...spoken }
}

function voiceOf(voiceName: string): JsonObject {
  return { voiceConfig: { prebuiltVoiceConfig: { voiceName } } }
}

function readSpeaker(entry: Json): Speaker | undefined {
  if (!isJsonObject(entry)) return undefined
  const { voice, speaker, language, ...others } = entry
  if (typeof voice !== 'string' || Object.keys(others).length > 0) return undefined
  if ((speaker !== undefined && typeof speaker !== 'string') || (language !== undefined && typeof language !== 'string')) return undefined
  return { voice, ...(speaker !== undefined && { speaker }), ...(language !== undefined && { language }) }
}

/** The `speech_config` that says a voice; `undefined`: none does. */
export function encodeSpeech(voice: Json): Json | undefined {
  if (typeof voice === 'string') return [{ voice }]
  if (!isJsonObject(voice)) return undefined
  const { languageCode, multiSpeakerVoiceConfig: several, ...single } = voice
  if (languageCode !== undefined && typeof languageCode !== 'string') return undefined
  const language = languageCode === undefined ? {} : { language: languageCode }
  if (several === undefined) {
    const name = nameOf(single)
    return name === undefined ? undefined : [{ voice: name, ...language }]
  }
  const list = isJsonObject(several) && Object.keys(single).length === 0 ? several['speakerVoiceConfigs'] : undefined
  if (!Array.isArray(list)) return undefined
  const speakers = (list as readonly Json[]).flatMap((entry) => {
    const { speaker, ...config } = isJsonObject(entry) ? entry : {}
    const name = nameOf(config)
    return typeof speaker === 'string' && name !== undefined ? [{ voice: name, speaker, ...language }] : []
  })
  return speakers.length === list.length && speakers.length > 0 ? speakers : undefined
}

/** Name of one prebuilt voice, if the object holds nothing else. */
function nameOf({ voiceConfig: config, ...others }: JsonObject): string | undefined {
  const prebuilt = isJsonObject(config) && Object.keys(config).length === 1 ? config['prebuiltVoiceConfig'] : undefined
  const name = isJsonObject(prebuilt) && Object.keys(prebuilt).length === 1 ? prebuilt['voiceName'] : undefined
  return Object.keys(others).length === 0 && typeof name === 'string' ? name : undefined
}
