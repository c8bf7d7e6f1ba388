module.exports = require('./test/mocha.cjs').suite('fuzz');
