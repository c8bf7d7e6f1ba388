import type { ViewState } from '../../../projections/view-states.js';
import { momentOrNull } from '../../rendering/moment.js';

/** How far a view is, as answers have it. */
export const renderView = ({ name, isComplete: complete, generation, position, lag, building }: ViewState) => ({
  ...{ name, complete, generation, position, lag },
  building: building === null ? null : { ...building, begun: momentOrNull(building.begun) },
});
