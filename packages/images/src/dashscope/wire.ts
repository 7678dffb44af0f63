import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { isLegalNegative } from './check-values.ts'
import type { Mode } from './models.ts'

const text = z.string()
const negative = text.refine((words) => isLegalNegative(words), 'expected at most 500 characters')

const parametersSchema = z.looseObject({
  size: text.regex(/^([1-9]\d{0,4}\*[1-9]\d{0,4}|\d(\.\d)?K)$/, 'expected width*height, or a level such as 2K').nullish(),
  n: z.int().min(1).max(12).nullish(),
  seed: z.int().min(0).max(2_147_483_647).nullish(),
  negative_prompt: negative.nullish(),
  prompt_extend: z.boolean().nullish(),
  watermark: z.boolean().nullish(),
  enable_sequential: z.boolean().nullish(),
})

const requestOf = (input: z.ZodType): z.ZodType => z.looseObject({ model: text.min(1), input, parameters: parametersSchema.nullish() })

const messages = requestOf(
  z.looseObject({
    messages: z
      .array(
        z.looseObject({
          role: text.optional(),
          content: z.union([text, z.array(z.looseObject({ text: text.optional(), image: text.optional() }))]),
        }),
      )
      .min(1),
  }),
)

/** The body of a request in each mode. https://help.aliyun.com/zh/model-studio/qwen-image-api */
export const requestSchemas = {
  sync: messages,
  async: messages,
  classic: requestOf(z.looseObject({ prompt: text.min(1), negative_prompt: negative.nullish() })),
  edit: requestOf(z.looseObject({ prompt: text.min(1), negative_prompt: negative.nullish(), images: z.array(text.min(1)).min(1) })),
} as const satisfies Record<Mode, z.ZodType>

/** The body of a synchronous answer, or of a task that succeeded. https://help.aliyun.com/zh/model-studio/qwen-image-api */
export const responseSchema = z.looseObject({
  output: z.looseObject({
    choices: z.array(z.looseObject({ message: z.looseObject({ content: z.array(z.looseObject({})).nullish() }).nullish() })).nullish(),
    results: z.array(z.looseObject({})).nullish(),
  }),
  usage: z.looseObject({}).nullish(),
  request_id: z.string().nullish(),
})

export const submittedSchema = z.looseObject({ output: z.looseObject({ task_id: z.string().min(1) }) })

export const taskSchema = z.looseObject({ output: z.looseObject({ task_status: z.string() }) })

export type WireDashscopeRequest = JsonObject & { readonly model: string; readonly input: JsonObject }

export type WireDashscopeResponse = JsonObject & { readonly output: JsonObject }
