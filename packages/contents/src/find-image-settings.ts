import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { findMember } from './check-contents.ts'
import type { ImageSettings } from './issue-of-images.ts'

/** Image settings of a body, with their places, in either spelling. */
export interface FoundImageSettings extends ImageSettings {
  /** Place of each setting; for an absent one, the place where it would be. */
  readonly places: Readonly<Record<'modalities' | 'aspectRatio' | 'imageSize', Pointer>>
}

export function findImageSettings(body: JsonObject, at: Pointer): FoundImageSettings {
  const config = member(body, 'generationConfig', at)
  const modalities = find(config, 'responseModalities')
  const image = member(config.value, 'imageConfig', config.at)
  const [ratio, size] = [find(image, 'aspectRatio'), find(image, 'imageSize')]
  return {
    modalities: Array.isArray(modalities.value) ? modalities.value.map((word: Json) => String(word).toUpperCase()) : undefined,
    aspectRatio: ratio.value,
    imageSize: size.value,
    places: { modalities: modalities.at, aspectRatio: ratio.at, imageSize: size.at },
  }
}

interface Found<T> {
  readonly value: T
  readonly at: Pointer
}

function find(config: Found<JsonObject>, name: string): Found<Json | undefined> {
  return findMember(config.value, name, config.at) ?? { value: undefined, at: `${config.at}/${name}` }
}

/** Object at a name; an absent one counts as empty. */
function member(wire: JsonObject, name: string, at: Pointer): Found<JsonObject> {
  const found = findMember(wire, name, at)
  return found && isJsonObject(found.value) ? { value: found.value, at: found.at } : { value: {}, at: `${at}/${name}` }
}
