import type { JsonObject } from '@interlingua/core'
import { z } from 'zod'

/** A sync answer, or a task that succeeded. https://help.aliyun.com/zh/model-studio/qwen-image-api */
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

export type WireDashscopeRequest = JsonObject & { readonly model: string; readonly input: JsonObject; readonly parameters: JsonObject }

export type WireDashscopeResponse = JsonObject & { readonly output: JsonObject }
