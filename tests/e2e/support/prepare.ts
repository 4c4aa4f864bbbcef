/** Once before all of these tests: the built portal, and the folders that products start from. Several files at once would each make them. */
import {prepareStarts} from '../../support/product.ts';

export default prepareStarts;
