import type { Dialect } from './read-dialect.ts'

export type Mode = NonNullable<Dialect['mode']>

/** The path of a request in each mode. https://help.aliyun.com/zh/model-studio/ */
export const paths = {
  sync: '/v1/services/aigc/multimodal-generation/generation',
  async: '/v1/services/aigc/image-generation/generation',
  classic: '/v1/services/aigc/text2image/image-synthesis',
  edit: '/v1/services/aigc/image2image/image-synthesis',
} as const satisfies Record<Mode, string>

export function isMode(value: unknown): value is Mode {
  return typeof value === 'string' && Object.hasOwn(paths, value)
}

/** The limits of a family of models. */
export interface Family {
  readonly mode: Mode
  /** True where the text comes before the images, as for Wan; Qwen takes images first. */
  readonly textFirst: boolean
  readonly size: SizeRule
  /** The size to ask for where the caller gave neither a size nor an image; absent, the upstream chooses, which may cost more. */
  readonly usualSize?: { readonly width: number; readonly height: number }
  /** The largest number of images in a call. */
  readonly most: number
  /** The largest number of images in a group; absent, the family makes no groups. */
  readonly mostOfGroup?: number
  readonly images: { readonly least: number; readonly most: number }
  readonly negativePrompt: boolean
  readonly promptExtend: boolean
}

/** The sizes that a family takes; `none` where it takes no size at all. */
export type SizeRule =
  | { readonly type: 'none' }
  | { readonly type: 'listed'; readonly sizes: readonly (readonly [width: number, height: number])[] }
  | {
      readonly type: 'ranged'
      readonly levels: readonly string[]
      /**
       * The range of the number of pixels of an image; `mostWithImages` is the upper limit for an image that is made from others or belongs
       * to a group.
       */
      readonly area?: { readonly least: number; readonly most: number; readonly mostWithImages?: number }
      readonly side?: { readonly least: number; readonly most: number }
      /** The largest ratio of one side to the other. */
      readonly ratio?: number
    }

const qwen = {
  mode: 'sync',
  textFirst: false,
  size: {
    type: 'listed',
    sizes: [
      [1664, 928],
      [1472, 1104],
      [1328, 1328],
      [1104, 1472],
      [928, 1664],
    ],
  },
  most: 1,
  images: { least: 0, most: 0 },
  negativePrompt: true,
  promptExtend: true,
} as const satisfies Family

const newQwen = {
  ...qwen,
  size: { type: 'ranged', levels: [], area: { least: 512 ** 2, most: 2048 ** 2 } },
  usualSize: { width: 1024, height: 1024 },
  most: 6,
  images: { least: 0, most: 3 },
} as const satisfies Family

const qwenEdit = { ...qwen, size: { type: 'none' }, images: { least: 1, most: 3 }, promptExtend: false } as const satisfies Family

const wan = {
  mode: 'async',
  textFirst: true,
  size: { type: 'ranged', levels: [], area: { least: 768 ** 2, most: 1440 ** 2 }, ratio: 4 },
  most: 4,
  images: { least: 0, most: 0 },
  negativePrompt: true,
  promptExtend: true,
} as const satisfies Family

const wan27 = {
  ...wan,
  size: { type: 'ranged', levels: ['1K', '2K'], area: { least: 768 ** 2, most: 2048 ** 2 }, ratio: 8 },
  mostOfGroup: 12,
  images: { least: 0, most: 9 },
  negativePrompt: false,
  promptExtend: false,
} as const satisfies Family

/** The limits for an id that names no family: everything that some family takes. */
const any = {
  mode: 'sync',
  textFirst: true,
  size: { type: 'ranged', levels: ['1K', '2K', '4K'] },
  most: 10,
  mostOfGroup: 12,
  images: { least: 0, most: 9 },
  negativePrompt: true,
  promptExtend: true,
} as const satisfies Family

/** The families by the model's id, of which the first match counts. Taken from the vendor's pages of November 2026. */
export const families: readonly (readonly [RegExp, Family])[] = [
  [
    /^qwen-image-edit-(max|plus)/,
    { ...qwenEdit, size: { type: 'ranged', levels: [], side: { least: 512, most: 2048 } }, most: 6, promptExtend: true },
  ],
  [/^qwen-image-edit/, qwenEdit],
  [/^qwen-image-[2-9]/, newQwen],
  [/^qwen-image/, qwen],
  [
    /^wan2\.7-image-pro/,
    {
      ...wan27,
      size: {
        type: 'ranged',
        levels: ['1K', '2K', '4K'],
        area: { least: 768 ** 2, most: 4096 ** 2, mostWithImages: 2048 ** 2 },
        ratio: 8,
      },
    },
  ],
  [/^wan2\.7-image/, wan27],
  [
    /^wan2\.6-image/,
    {
      ...wan,
      size: { type: 'ranged', levels: ['1K', '2K'], area: { least: 768 ** 2, most: 2048 ** 2 }, ratio: 4 },
      images: { least: 1, most: 4 },
    },
  ],
  [/^wan2\.6/, { ...wan, mode: 'sync' }],
  [
    /^wan2\.5-i2i/,
    {
      ...wan,
      mode: 'edit',
      size: { type: 'ranged', levels: [], area: { least: 768 ** 2, most: 1280 ** 2 }, ratio: 4 },
      images: { least: 1, most: 2 },
    },
  ],
  [/^wan2\.5/, { ...wan, mode: 'classic' }],
  [/^wan(x|2)/, { ...wan, mode: 'classic', size: { type: 'ranged', levels: [], side: { least: 512, most: 1440 } } }],
  [/^demo-dashscope-async/, { ...wan27, negativePrompt: true }],
  [/^demo-dashscope/, newQwen],
  [/^/, any],
]
