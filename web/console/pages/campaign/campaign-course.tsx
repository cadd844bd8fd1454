import type { Answer } from '../../api/use-answer.js';
import type { CampaignCourseQuery, TimelineBucket } from '../../generated/documents.js';

interface CampaignCourseProps {
  readonly answer: Answer<CampaignCourseQuery>;
  readonly bucket: TimelineBucket;
}

export function CampaignCourse(_: CampaignCourseProps) {
  return null;
}
