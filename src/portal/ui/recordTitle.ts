export {recordTitle} from '../../schema/recordTitle.ts';
