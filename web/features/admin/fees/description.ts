import { feeSchedule } from '../../../../shared/model/fee-schedule.ts'
import type { ClassDescription } from '../model/description.ts'
import { fieldOfPlace, isTypedAt, scheduleIssues } from './model/schedule.ts'

/** It has a page of its own; its draft, history and removal are those of other administration data. */
export const feeDescription: ClassDescription = {
  entityclass: 'feeschedule',
  schema: feeSchedule,
  title: 'year',
  fields: [],
  columns: [],
  ownForm: { issues: scheduleIssues, fieldOf: fieldOfPlace, isTypedAt },
}
