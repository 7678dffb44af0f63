import { imageTaskDriver } from '../images/image-task-driver.ts'
import { videoTaskDriver } from '../video/video-task-driver.ts'
import type { TaskDriver } from './task-driver.ts'

/** By the kind of task. A kind without a driver would keep its tasks open until their deadlines. */
export const taskDrivers: Readonly<Record<string, TaskDriver>> = { image: imageTaskDriver, video: videoTaskDriver }
