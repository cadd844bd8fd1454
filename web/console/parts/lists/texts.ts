import { catalogue } from '../../texts/catalogue.js';
import { countOf } from '../../texts/format.js';

export const words = catalogue({
  en: {
    drop: 'Drop a file here, or choose one',
    reading: (percent: string) => `Reading: ${percent}`,
    empty: 'There is no row in it.',
    workbook: 'This is a workbook. In the spreadsheet choose “Save as” and then “CSV UTF-8”.',
    encoding: 'This is not text in UTF-8. In the spreadsheet choose “Save as” and then “CSV UTF-8”.',
    unreadable: 'The browser could not read the file. It may have been moved: choose it again.',
    large: (megabytes: number) => `The file is larger than ${countOf(megabytes, 'megabyte', 'megabytes')}: split it.`,
    column: (place: number) => `column ${place}`,
  },
});
