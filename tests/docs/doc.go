// Package docs holds tests that execute the documents. In go README.md, CONTRIBUTING.md, RELEASING.md and docs/*.md, out
// comes every code block, table row and link that does not do what is written there.
//
// Every code block has a language, and what is done depends on it:
//
//   - sh: run with bash in the document's folder, a copy of the repository; aguigen is in its PATH.
//   - console: the same for the lines behind "$ "; the other lines are the output of the line before.
//   - go: a complete program is run, and gets the output of the program before it as its input; a package is compiled;
//     anything else is compiled as declarations, or as the body of a function.
//   - yaml: read as an aguigen.yaml by aguigen generate, unless it is saved as a file.
//   - json: read as JSON.
//   - text, diff, markdown: the output of the block before. A line "..." stands for any lines.
//
// A comment in the line before a block changes that. Its words are separated by semicolons:
//
//   - <!-- block: skip REASON --> does nothing. The test lists these.
//   - <!-- block: dry REASON --> lets make print its commands instead of running them.
//   - <!-- block: in app --> runs it in the module of a user, which has aguigen as a tool.
//   - <!-- block: exit N --> expects this exit code.
//   - <!-- block: save NAME --> writes the block to a file in the folder of the document, or with "in app" in the module.
//   - <!-- block: serve PORT --> lets a complete program run until the document ends, as a server. It waits until something
//     listens, on another port, which stands for that one in this block and in all that follow.
//   - <!-- block: given NAME TYPE --> declares what the body of a function uses. It can be repeated.
package docs
