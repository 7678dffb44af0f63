import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, choice, fields, whole, list, number } = shape

/** The body of Azure's `POST /openai/v1/video/generations/jobs`. https://learn.microsoft.com/azure/ai-services/openai/video-generation-quickstart */
export const azureVideoShape = fields({
  model: text,
  prompt: text,
  width: whole(),
  height: whole(),
  n_seconds: optional(whole(1, 20)),
  n_variants: optional(whole(1, 4)),
  inpaint_items: optional(
    list(
      fields({
        frame_index: whole(0),
        type: choice('image', 'video'),
        file_name: text,
        crop_bounds: optional(
          fields({
            left_fraction: number(0, 1),
            top_fraction: number(0, 1),
            right_fraction: number(0, 1),
            bottom_fraction: number(0, 1),
          }),
        ),
      }),
    ),
  ),
})

export type AzureVideoBody = ReadBy<typeof azureVideoShape>

/** The sizes, each with the largest number of videos in a job. */
export const azureSizes: Readonly<Record<string, number>> = {
  '480x480': 4,
  '480x854': 4,
  '854x480': 4,
  '720x720': 2,
  '720x1280': 2,
  '1280x720': 2,
  '1080x1080': 1,
  '1080x1920': 1,
  '1920x1080': 1,
}
