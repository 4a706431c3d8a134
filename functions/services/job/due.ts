import { idOf } from '../../../shared/id-of.ts'

/** Id of the job that a schedule starts when it is due: however often its message comes, it is one job. */
export const dueJobId = (schedule: string, due: string): Promise<string> => idOf(`${schedule}@${due}`)
