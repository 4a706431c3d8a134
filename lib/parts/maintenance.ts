/**
 * Name of the parameter that switches maintenance. Only ops write it (scripts/ops/maintenance.ts), so that no deployment
 * puts it back; while it is not there, maintenance is off.
 */
export const maintenanceParameter = (stage: string) => `/inputlist/${stage}/maintenance`
