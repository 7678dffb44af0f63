import type { Json, Pointer } from '@interlingua/core'
import { imageHeader } from '../read/image-header.ts'
import { object, objects, text } from '../read/json.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** The rules about images for OpenAI's models. */
export const mediaRules: readonly VendorRule[] = [
  {
    id: 'O36',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/guides/images-vision',
    holds: () => true,
    *issues(asked) {
      const images = imagesOf(asked)
      if (images.length > 500)
        yield { path: asked.format === 'chat' ? '/messages' : '/input', message: `Too many images in request: ${images.length} > 500.` }
      for (const { at, url } of images) {
        const [, mime, data = ''] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(url) ?? []
        if (mime === undefined) continue
        const real = imageHeader(data)?.mime ?? mime
        if (!types.some((known) => known === mime) || !types.some((known) => known === real))
          yield {
            path: at,
            code: 'invalid_image_format',
            message:
              "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
          }
      }
    },
  },
]

function imagesOf({ format, body }: Judged): readonly { readonly at: Pointer; readonly url: string }[] {
  return objects(body[format === 'chat' ? 'messages' : 'input']).flatMap(([i, turn]) => {
    const at = `/${format === 'chat' ? 'messages' : 'input'}/${i}` as const
    return [...partsIn(turn['content'], `${at}/content`), ...partsIn(turn['output'], `${at}/output`)]
  })
}

function partsIn(content: Json | undefined, at: Pointer): readonly { readonly at: Pointer; readonly url: string }[] {
  return objects(content).flatMap(([i, part]) => {
    const url =
      part['type'] === 'image_url'
        ? text(object(part['image_url'])['url'])
        : part['type'] === 'input_image'
          ? text(part['image_url'])
          : undefined
    return url === undefined ? [] : [{ at: `${at}/${i}/image_url` as const, url }]
  })
}
