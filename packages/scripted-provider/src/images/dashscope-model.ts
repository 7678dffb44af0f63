/** The capabilities of an image model of DashScope's. */
export interface DashscopeModel {
  readonly family: 'qwen' | 'wan'
  /** The allowed sizes; empty for a model that takes any size within the limits of pixels. */
  readonly sizes: readonly string[]
  /** The words that `size` takes instead of pixels. */
  readonly levels: readonly string[]
  /** The least number of pixels, for a model without fixed sizes. */
  readonly leastPixels: number
  readonly mostPixels: number
  readonly standard: string
  readonly mostImages: number
  /** The default number of images. */
  readonly usual: number
  readonly inputs: number
  /** True for a model that only edits images. */
  readonly edits: boolean
  readonly negative: boolean
  readonly sequential: boolean
}

const area = (side: number): number => side * side

const qwen: DashscopeModel = {
  family: 'qwen',
  sizes: [],
  levels: [],
  leastPixels: area(512),
  mostPixels: area(2048),
  standard: '2048*2048',
  mostImages: 6,
  usual: 1,
  inputs: 3,
  edits: false,
  negative: true,
  sequential: false,
}

const firstQwen: DashscopeModel = {
  ...qwen,
  sizes: ['1664*928', '1472*1104', '1328*1328', '1104*1472', '928*1664'],
  standard: '1664*928',
  mostImages: 1,
  inputs: 0,
}

const wan: DashscopeModel = {
  ...qwen,
  family: 'wan',
  leastPixels: area(768),
  mostPixels: area(1440),
  standard: '1280*1280',
  mostImages: 4,
  usual: 4,
  inputs: 4,
}

const newWan: DashscopeModel = {
  ...wan,
  levels: ['1K', '2K'],
  mostPixels: area(2048),
  standard: '2048*2048',
  inputs: 9,
  negative: false,
  sequential: true,
}

const known: readonly (readonly [RegExp, DashscopeModel])[] = [
  // The demo model plays wan2.7, with the negative prompts of earlier models.
  [/^demo-dashscope-async/, { ...newWan, negative: true }],
  [/^wan2\.7-image-pro/, { ...newWan, levels: ['1K', '2K', '4K'], mostPixels: area(4096) }],
  [/^wan2\.7/, newWan],
  [/^wan2\.6-image/, { ...wan, levels: ['1K', '2K'], mostPixels: area(2048), edits: true }],
  [/^wan2\.5-i2i/, { ...wan, mostPixels: area(1280), inputs: 2, edits: true }],
  [/^wan/, wan],
  [/^qwen-image-edit-(?:max|plus)/, { ...qwen, edits: true }],
  [/^qwen-image-edit/, { ...firstQwen, sizes: [], levels: [], leastPixels: Infinity, edits: true, inputs: 3 }],
  [/^qwen-image(?:-plus|-max)?(?:-\d{4}.*)?$/, firstQwen],
]

/** The capabilities of a model, by its name. An unknown model counts as qwen-image-2.0. */
export function dashscopeModel(model: string): DashscopeModel {
  return known.find(([pattern]) => pattern.test(model))?.[1] ?? qwen
}
